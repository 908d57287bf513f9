import type { HookHint, HookReading } from '../../../movements/feeds/bank-feed.ts'
import { type BankLine, fitsMask } from '../../../movements/feeds/bank-line.ts'
import { readList, readObject, readOptionalText, readText } from '../../vendor-json.ts'
import type { Secrets } from '../bank-caller.ts'
import { type HookHeaders, isSigned, parseHookBody } from '../hooks.ts'
import { readNaira, readReference } from '../line-fields.ts'
import { optionalField } from '../odd-answers.ts'
import { paidForOf } from './monnify-lines.ts'

/** Data that only the notification contains. The amounts are only compared and never booked. */
type MonnifyDetail = Readonly<{
  accountNumber: string
  /** Our reference of the request, if the payment was made to a number for one payment. */
  paidFor?: string
  paidMinor: string
  payers: ReadonlyArray<Readonly<{ accountNumber: string; paidMinor: string }>>
}>

/** Reads a notification. A credit arrives as `SUCCESSFUL_TRANSACTION`, and all other events are ignored. */
export function readMonnifyHook(
  headers: HookHeaders,
  body: Buffer,
  { secrets, pool }: Readonly<{ secrets: Secrets; pool?: string | undefined }>,
): HookReading {
  if (!isSigned(body, headers['monnify-signature'], secrets)) return { kind: 'forged' }
  return optionalField(() => readEvent(parseHookBody(body), pool)) ?? { kind: 'unreadable' }
}

function readEvent(event: Readonly<Record<string, unknown>>, pool: string | undefined): HookReading {
  if (readText(event['eventType'], 'eventType') !== 'SUCCESSFUL_TRANSACTION') return { kind: 'ignored' }
  const data = readObject(event['eventData'], 'eventData')
  if (data['paymentMethod'] !== 'ACCOUNT_TRANSFER') return { kind: 'ignored' }
  return { kind: 'hints', hints: [readHint(data, pool)] }
}

function readHint(data: Readonly<Record<string, unknown>>, pool: string | undefined): HookHint {
  const key = readReference(data['transactionReference'], 'transactionReference')
  // The hint works without the detail. Only the payer's ten digits are lost.
  const detail = optionalField(() => readDetail(data))
  const accountNumber = paidForOf(data) === undefined ? detail?.accountNumber : pool
  return { key, detail: detail ?? null, ...(accountNumber === undefined ? {} : { accountNumber }) }
}

function readDetail(data: Readonly<Record<string, unknown>>): MonnifyDetail {
  const destination = readObject(data['destinationAccountInformation'], 'destinationAccountInformation')
  const paidFor = paidForOf(data)
  const sources = readList(data['paymentSourceInformation'], 'paymentSourceInformation')
  return {
    accountNumber: readText(destination['accountNumber'], 'accountNumber').slice(0, 20),
    ...(paidFor === undefined ? {} : { paidFor }),
    paidMinor: String(readNaira(data['amountPaid'], 'amountPaid')),
    payers: sources.slice(0, 100).map((source) => {
      const told = readObject(source, 'paymentSourceInformation')
      return {
        accountNumber: (readOptionalText(told['accountNumber'], 'accountNumber') ?? '').slice(0, 20),
        paidMinor: String(readNaira(told['amountPaid'], 'amountPaid')),
      }
    }),
  }
}

/**
 * Replaces the payer's masked account number with the ten digits, which only the signed notification contains. Our account or request, the total and
 * the payer's part of it must be the same in the notification and the re-read, and exactly one payer of the notification must match the
 * mask.
 */
export function addPayerDigits(lines: readonly BankLine[], detail: unknown): readonly BankLine[] {
  const told = readStored(detail)
  const credits = lines.filter(({ direction }) => direction === 'credit')
  const paid = credits.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  if (told === undefined || String(paid) !== told.paidMinor || told.payers.length !== credits.length)
    return lines
  return lines.map((line) => {
    const { accountMask, ...payer } = line.payer
    const isSamePlace =
      line.paidFor === undefined ? line.accountNumber === told.accountNumber : line.paidFor === told.paidFor
    if (!isSamePlace || accountMask === undefined) return line
    const part =
      line.undoesExternalId === undefined
        ? line
        : credits.find((one) => one.externalId === line.undoesExternalId)
    const fitting = told.payers.filter(
      ({ accountNumber, paidMinor }) =>
        paidMinor === String(part?.grossMinor) &&
        isTenDigits(accountNumber) &&
        fitsMask(accountNumber, accountMask),
    )
    const numbers = new Set(fitting.map(({ accountNumber }) => accountNumber))
    const [accountNumber] = numbers
    return numbers.size === 1 && accountNumber !== undefined
      ? { ...line, payer: { ...payer, accountNumber } }
      : line
  })
}

function isTenDigits(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

/** Checks a detail that was stored as JSON in the database, possibly by another version of this code. */
function readStored(detail: unknown): MonnifyDetail | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { accountNumber, paidFor, paidMinor, payers } = detail as Record<string, unknown>
  if (typeof accountNumber !== 'string' || typeof paidMinor !== 'string' || !Array.isArray(payers))
    return undefined
  const read = payers.flatMap((payer: unknown) => {
    const { accountNumber: number, paidMinor: part } = (payer ?? {}) as Record<string, unknown>
    return typeof number === 'string' && typeof part === 'string'
      ? [{ accountNumber: number, paidMinor: part }]
      : []
  })
  if (read.length !== payers.length) return undefined
  return { accountNumber, paidMinor, payers: read, ...(typeof paidFor === 'string' ? { paidFor } : {}) }
}
