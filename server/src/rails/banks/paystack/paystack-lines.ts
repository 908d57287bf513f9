import type { HookReading } from '../../../movements/feeds/bank-feed.ts'
import { type BankLine, isNumberReference } from '../../../movements/feeds/bank-line.ts'
import { OddAnswer, readObject, readOptionalText, readText, requireSame } from '../../vendor-json.ts'
import type { Secrets } from '../bank-caller.ts'
import { reversedLine } from '../gather-lines.ts'
import { type HookHeaders, isSigned, parseHookBody } from '../hooks.ts'
import { cleanText, lagosDay, readKobo, readReference, readUtc, requireSettled } from '../line-fields.ts'
import { optionalField } from '../odd-answers.ts'
import { readPayer } from '../read-payer.ts'

type Fields = Readonly<Record<string, unknown>>
type Context = Readonly<{ reference: string; seenAt: Date; raw: unknown; pool?: string | undefined }>

/** Returns the lines of a transaction that succeeded, or succeeded and was then reversed. Paystack's amounts are whole kobo. */
export function toPaystackLines(data: Fields, { reference, seenAt, raw, pool }: Context): BankLine[] {
  requireSame(data['reference'], reference, 'reference')
  requireSame(data['currency'], 'NGN', 'currency')
  const arrival = readArrival(data, pool)
  const authorization = readObject(data['authorization'], 'authorization')
  const grossMinor = readKobo(data['amount'], 'amount')
  const settledMinor = grossMinor - readKobo(data['fees'], 'fees')
  requireSettled(grossMinor, settledMinor)
  // The vendor's samples contain both spellings.
  const bookedAt = readUtc(readText(data['paid_at'] ?? data['paidAt'], 'paid_at'), 'paid_at')
  const credit: BankLine = {
    externalId: reference,
    ...arrival,
    direction: 'credit',
    kind: 'payment',
    grossMinor,
    settledMinor,
    bookedAt,
    valueDate: lagosDay(bookedAt),
    payer: readPayer({
      number: readOptionalText(authorization['sender_bank_account_number'], 'sender_bank_account_number'),
      name: readOptionalText(authorization['sender_name'], 'sender_name'),
      bankName: readOptionalText(authorization['sender_bank'], 'sender_bank'),
    }),
    narration: cleanText(readOptionalText(authorization['narration'], 'narration') ?? ''),
    raw,
  }
  if (data['status'] === 'success') return [credit]
  if (data['status'] === 'reversed') return [credit, reversedLine(credit, seenAt)]
  throw new OddAnswer(`status is ${String(data['status']).slice(0, 40)}`)
}

/** Whether the money was paid into a bank account, and not by card, wallet or the like. */
export function isPaidIntoAccount(data: Fields): boolean {
  return data['channel'] === 'dedicated_nuban' || data['channel'] === 'bank_transfer'
}

/** Whether the row names another account. Any other fault of the row then concerns only that account. */
export function isForOtherAccount(data: Fields, accountNumber: string, pool?: string): boolean {
  const named = optionalField(() => readArrival(data, pool).accountNumber)
  return named !== undefined && named !== accountNumber
}

/** Whether the status means that no money has arrived, or not yet. */
export function isUnpaid(data: Fields): boolean {
  const words: readonly unknown[] = ['pending', 'ongoing', 'processing', 'queued', 'failed', 'abandoned']
  return words.includes(data['status'])
}

/**
 * Returns the account on which a payment arrives. A payment to a number of its own names no account, but has the reference of our request.
 */
function readArrival(data: Fields, pool: string | undefined): Pick<BankLine, 'accountNumber' | 'paidFor'> {
  const reference = data['reference']
  const isOwn = data['channel'] === 'bank_transfer' && typeof reference === 'string'
  if (pool !== undefined && isOwn && isNumberReference(reference))
    return { accountNumber: pool, paidFor: reference }
  return { accountNumber: readAccountNumber(data) }
}

/** Reads the account number, which can be in two fields. If both have it, they must agree. */
function readAccountNumber(data: Fields): string {
  const authorization = readObject(data['authorization'], 'authorization')
  const metadata = data['metadata']
  const inMetadata =
    typeof metadata === 'object' && metadata !== null
      ? (metadata as Fields)['receiver_account_number']
      : undefined
  const named = [authorization['receiver_bank_account_number'], inMetadata].filter(
    (number) => number !== undefined && number !== null && number !== '',
  )
  const [number] = named
  if (typeof number !== 'string' || !/^[0-9]{10}$/.test(number))
    throw new OddAnswer('it names none of our accounts')
  if (named.some((other) => other !== number)) throw new OddAnswer('it names two accounts')
  return number
}

/** Reads a notification. A credit arrives as `charge.success`. A card payment arrives as the same event and is ignored. */
export function readPaystackHook(
  headers: HookHeaders,
  body: Buffer,
  { secrets, pool }: Readonly<{ secrets: Secrets; pool?: string | undefined }>,
): HookReading {
  if (!isSigned(body, headers['x-paystack-signature'], secrets)) return { kind: 'forged' }
  return optionalField(() => readEvent(parseHookBody(body), pool)) ?? { kind: 'unreadable' }
}

function readEvent(event: Readonly<Record<string, unknown>>, pool: string | undefined): HookReading {
  if (readText(event['event'], 'event') !== 'charge.success') return { kind: 'ignored' }
  const data = readObject(event['data'], 'data')
  if (!isPaidIntoAccount(data)) return { kind: 'ignored' }
  const key = readReference(data['reference'], 'reference')
  const accountNumber = optionalField(() => readArrival(data, pool).accountNumber)
  const hint = { key, detail: null, ...(accountNumber === undefined ? {} : { accountNumber }) }
  return { kind: 'hints', hints: [hint] }
}
