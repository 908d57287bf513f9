import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import { OddAnswer, readOptionalText, readText, requireSame } from '../../vendor-json.ts'
import { cleanText, lagosDay, readLagosStamp, readNaira, requireSettled } from '../line-fields.ts'
import { readPayer } from '../read-payer.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the credit of a verified transaction. Providus does not show in this response that a credit was reversed. Only statements show
 * reversals.
 */
export function toProvidusLine(
  data: Fields,
  settlementId: string,
  { raw, pool }: Readonly<{ raw: unknown; pool?: string | undefined }>,
): BankLine {
  requireSame(data['settlementId'], settlementId, 'settlementId')
  requireSame(data['currency'], 'NGN', 'currency')
  const grossMinor = readNaira(data['transactionAmount'], 'transactionAmount')
  const settledMinor = readNaira(data['settledAmount'], 'settledAmount')
  requireSettled(grossMinor, settledMinor)
  const bookedAt = readLagosStamp(readText(data['tranDateTime'], 'tranDateTime'), 'tranDateTime')
  const sessionId = readSessionId(data)
  return {
    externalId: settlementId,
    ...readArrival(data, pool),
    direction: 'credit',
    kind: 'payment',
    grossMinor,
    settledMinor,
    bookedAt,
    valueDate: lagosDay(bookedAt),
    ...(sessionId === undefined ? {} : { sessionId }),
    payer: readPayer({
      number: readOptionalText(data['sourceAccountNumber'], 'sourceAccountNumber'),
      name: readOptionalText(data['sourceAccountName'], 'sourceAccountName'),
      bankCode: readOptionalText(data['sourceBankCode'], 'sourceBankCode'),
      bankName: readOptionalText(data['sourceBankName'], 'sourceBankName'),
    }),
    narration: cleanText(readOptionalText(data['tranRemarks'], 'tranRemarks') ?? ''),
    raw,
  }
}

/**
 * Returns the account on which a payment arrives. A payment to a number of its own has the reference with which the number was made, and
 * arrives on the pool.
 */
export function readArrival(
  data: Fields,
  pool: string | undefined,
): Pick<BankLine, 'accountNumber' | 'paidTo'> {
  const number = readAccountNumber(data)
  const made = (readOptionalText(data['initiationTranRef'], 'initiationTranRef') ?? '').trim()
  const isOwn = pool !== undefined && number !== pool && !/^(|null)$/i.test(made)
  return isOwn ? { accountNumber: pool, paidTo: number } : { accountNumber: number }
}

function readAccountNumber(data: Fields): string {
  const number = readText(data['accountNumber'], 'accountNumber').trim()
  if (/^[0-9]{10}$/.test(number)) return number
  throw new OddAnswer(`accountNumber is not an account number: ${number.slice(0, 40)}`)
}

/** Reads the session id, usually thirty digits. It is only compared, so other formats are accepted. */
function readSessionId(data: Fields): string | undefined {
  const text = cleanText(readOptionalText(data['sessionId'], 'sessionId') ?? '').trim()
  return /^(|null)$/i.test(text) ? undefined : text.slice(0, 100)
}
