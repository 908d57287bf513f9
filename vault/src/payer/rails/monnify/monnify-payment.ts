import { type BankAnswer } from '../../../shared/banks/ask-bank.ts'
import {
  fieldsOf,
  koboOfNaira,
  nairaOfKobo,
  textOf,
  writeExactBody,
} from '../../../shared/banks/exact-json.ts'
import type { BankOrder, Reading, Sent } from '../bank-rail.ts'
import { nipCodes } from '../nip-codes.ts'
import { orUnknown } from '../without-answer.ts'
import type { MonnifyClient } from './monnify-client.ts'
import {
  monnifyNotFoundCode,
  monnifyNotFoundWords,
  monnifyRefusals,
  monnifyRefusalWords,
  monnifyStatuses,
} from './monnify-codes.ts'

/** Sends the one request that moves money. */
export async function sendMonnify(
  client: MonnifyClient,
  { reference, amountMinor, bankCode, accountNumber, accountName }: BankOrder,
  sourceAccountNumber: string,
  signal: AbortSignal,
): Promise<Sent> {
  return orUnknown(async () => {
    const order = writeExactBody(nairaOfKobo(amountMinor), {
      reference,
      // The wallet's statement shows the narration, which identifies the line.
      narration: `Afara ${reference}`,
      destinationBankCode: bankCode,
      destinationAccountNumber: accountNumber,
      destinationAccountName: accountName,
      currency: 'NGN',
      sourceAccountNumber,
      async: true,
    })
    const { status, body } = await client.postOnce('/api/v2/disbursements/single', order, signal)
    return readMonnifySent(status, body, reference)
  })
}

export function readMonnifySent(status: number, body: unknown, reference: string): Sent {
  const { requestSuccessful, responseCode, responseMessage, responseBody } = fieldsOf(body)
  const code = textOf(responseCode)
  if (status >= 200 && status < 300 && requestSuccessful === true) {
    const order = fieldsOf(responseBody)
    const state = textOf(order['status'])
    if (order['reference'] !== reference || state === null || monnifyStatuses[state] === undefined)
      return { outcome: 'unknown', why: 'code', code: state }
    return {
      outcome: 'accepted',
      vendorId: textOf(order['transactionReference']),
      sessionId: textOf(order['sessionId']),
    }
  }
  if (status >= 500 || requestSuccessful !== false)
    return { outcome: 'unknown', why: 'http', code: code ?? String(status) }
  const words = textOf(responseMessage) ?? ''
  // A 99 from Monnify can mean anything, not only the rail's 99.
  const byCode = code === null || code === '99' ? undefined : (monnifyRefusals[code] ?? nipCodes[code]?.send)
  const known = byCode ?? monnifyRefusalWords.find(([shape]) => shape.test(words))?.[1]
  if (known === 'exists') return { outcome: 'exists' }
  if (known === 'rejected') return { outcome: 'rejected', code: code ?? 'refused', message: words }
  return { outcome: 'unknown', why: 'code', code: code ?? String(status) }
}

/** Reads the summary of a disbursement. An answer that we do not understand counts as unavailable. */
export function readMonnifyReading(answer: BankAnswer | undefined, reference: string): Reading {
  if (answer === undefined) return { kind: 'unavailable', code: null }
  const { requestSuccessful, responseCode, responseMessage, responseBody } = fieldsOf(answer.body)
  const code = textOf(responseCode)
  if (answer.status !== 200 || requestSuccessful !== true) {
    const isRefusal = requestSuccessful === false && answer.status < 500
    const isNothing =
      isRefusal && (code === monnifyNotFoundCode || monnifyNotFoundWords.test(String(responseMessage)))
    return { kind: isNothing ? 'not_found' : 'unavailable', code: code ?? String(answer.status) }
  }
  const order = fieldsOf(responseBody)
  const status = textOf(order['status'])
  const kind = status === null ? undefined : monnifyStatuses[status]
  if (order['reference'] !== reference || kind === undefined) return { kind: 'unavailable', code: status }
  if (kind !== 'success' && kind !== 'failed' && kind !== 'reversed') return { kind, code: status }
  return {
    kind,
    code: status,
    amountMinor: order['currency'] === 'NGN' ? (koboOfNaira(order['amount']) ?? null) : null,
    accountNumber: textOf(order['destinationAccountNumber']),
    bankCode: textOf(order['destinationBankCode']),
    sessionId: textOf(order['sessionId']),
    vendorId: textOf(order['transactionReference']),
    feeMinor: koboOfNaira(order['fee'] ?? order['totalFee']) ?? null,
  }
}
