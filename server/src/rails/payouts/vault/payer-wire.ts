import type { JournaledPayout } from '../../../movements/payouts/payout-rail.ts'
import {
  PayerUnavailable,
  type PayoutLines,
  type PayoutReading,
  type ReadingWaits,
  type RefusedApproval,
  type SendAnswer,
  type SendOrder,
  type SendWaits,
} from '../../../movements/payouts/payout-rail.ts'

const SEND_OUTCOMES = ['accepted', 'rejected', 'exists', 'unknown', 'refused', 'waiting'] as const
const OPEN_READINGS = ['pending', 'needs_otp', 'not_found', 'unavailable'] as const
const ENDED_READINGS = ['success', 'failed', 'reversed'] as const

export function writeOrders(orders: readonly SendOrder[]): object {
  return { orders: orders.map(({ payoutId, kind }) => ({ payout_id: payoutId, kind })) }
}

export function readAnswers(body: unknown): Array<SendAnswer | SendWaits> {
  return listIn(body, 'results').map((result) => {
    const payoutId = textIn(result, 'payout_id')
    const outcome = oneOfIn(result, 'outcome', SEND_OUTCOMES)
    switch (outcome) {
      case 'accepted':
        return {
          payoutId,
          outcome,
          vendorId: textOrNullIn(result, 'vendor_id'),
          sessionId: textOrNullIn(result, 'session_id'),
        }
      case 'rejected':
      case 'refused':
        return { payoutId, outcome, code: textIn(result, 'code'), message: textIn(result, 'message') }
      case 'unknown':
        return {
          payoutId,
          outcome,
          why: oneOfIn(result, 'why', ['timeout', 'http', 'unreadable', 'code']),
          code: textOrNullIn(result, 'code'),
        }
      default:
        return { payoutId, outcome }
    }
  })
}

export function readReadings(body: unknown): Array<PayoutReading | ReadingWaits> {
  return listIn(body, 'readings').map((reading) => {
    const said = {
      payoutId: textIn(reading, 'payout_id'),
      at: timeIn(reading, 'at'),
      code: textOrNullIn(reading, 'code'),
    }
    const kind = oneOfIn(reading, 'kind', ['waiting', ...OPEN_READINGS, ...ENDED_READINGS])
    if (kind === 'waiting') return { payoutId: said.payoutId, kind }
    if (kind !== 'success' && kind !== 'failed' && kind !== 'reversed') return { ...said, kind }
    return {
      ...said,
      kind,
      amountMinor: minorOrNullIn(reading, 'amount_minor'),
      accountNumber: textOrNullIn(reading, 'account_number'),
      bankCode: textOrNullIn(reading, 'bank_code'),
      sessionId: textOrNullIn(reading, 'session_id'),
      vendorId: textOrNullIn(reading, 'vendor_id'),
      feeMinor: minorOrNullIn(reading, 'fee_minor'),
    }
  })
}

export function readBalance(body: unknown): Readonly<{ availableMinor: bigint; at: Date }> {
  const fields = fieldsOf(body)
  return { availableMinor: minorIn(fields, 'available_minor'), at: timeIn(fields, 'at') }
}

export function readPayoutLines(body: unknown): PayoutLines {
  const fields = fieldsOf(body)
  return {
    lines: listIn(body, 'lines').map((line) => ({
      externalId: textIn(line, 'external_id'),
      at: timeIn(line, 'at'),
      direction: oneOfIn(line, 'direction', ['debit', 'credit']),
      amountMinor: minorIn(line, 'amount_minor'),
      reference: textOrNullIn(line, 'reference'),
      kind: oneOfIn(line, 'kind', ['payment', 'return', 'fee', 'funding', 'other']),
    })),
    cursor: textIn(fields, 'cursor'),
    isWhole: fields['is_whole'] === true,
  }
}

export function readRefusedApprovals(body: unknown): RefusedApproval[] {
  return listIn(body, 'refused').map((one) => ({
    accountId: textIn(one, 'account_id'),
    at: timeIn(one, 'at'),
    reference: textOrNullIn(one, 'reference'),
    problem: textIn(one, 'problem'),
  }))
}

/**
 * Reads a page of the journal. Returns the records of sent and repeated payouts, and skips the records of the banks' answers between them.
 */
export function readJournal(body: unknown) {
  const records = listIn(body, 'records')
  const count = countIn(fieldsOf(fieldsOf(body)['head']), 'count')
  return {
    payouts: records.filter((record) => 'reference' in record).map(readJournaled),
    last: records.reduce((last, record) => Math.max(last, countIn(record, 'n')), 0),
    count,
  }
}

function readJournaled(record: Fields): JournaledPayout {
  return {
    n: countIn(record, 'n'),
    accountId: textIn(record, 'account'),
    reference: textIn(record, 'reference'),
    rightKey: textIn(record, 'right'),
    attempt: countIn(record, 'attempt'),
    payoutId: textIn(record, 'payout_id'),
    bankCode: textIn(record, 'bank_code'),
    accountNumber: textIn(record, 'account_number'),
    amountMinor: minorIn(record, 'amount_minor'),
    ...balanceIn(record),
  }
}

/**
 * Returns the amount if the payout is for a sell from a balance. The only source of such a sell is named
 * `<mode>|balance|<business>|<reference>`.
 */
function balanceIn(record: Fields): Pick<JournaledPayout, 'balanceMinor'> {
  const source = listIn(record, 'source').find((share) => textIn(share, 'name').split('|')[1] === 'balance')
  return source === undefined ? {} : { balanceMinor: minorIn(source, 'amount_minor') }
}

type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : odd('an object')
}

function listIn(body: unknown, name: string): Fields[] {
  const list = fieldsOf(body)[name]
  return Array.isArray(list) ? list.map(fieldsOf) : odd(name)
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : odd(name)
}

function textOrNullIn(fields: Fields, name: string): string | null {
  return fields[name] === null ? null : textIn(fields, name)
}

export function oneOfIn<const T extends string>(fields: Fields, name: string, words: readonly T[]): T {
  const value = fields[name]
  return words.find((word) => word === value) ?? odd(name)
}

function minorIn(fields: Fields, name: string): bigint {
  const text = textIn(fields, name)
  return /^[0-9]{1,38}$/.test(text) ? BigInt(text) : odd(name)
}

function minorOrNullIn(fields: Fields, name: string): bigint | null {
  return fields[name] === null ? null : minorIn(fields, name)
}

function countIn(fields: Fields, name: string): number {
  const value = fields[name]
  return Number.isSafeInteger(value) ? Number(value) : odd(name)
}

function timeIn(fields: Fields, name: string): Date {
  const at = new Date(textIn(fields, name))
  return Number.isNaN(at.getTime()) ? odd(name) : at
}

/** Rejects the whole response, because an incomplete response cannot be used. */
export function odd(what: string): never {
  throw new PayerUnavailable(`the payer's response cannot be read: ${what} is missing or not valid`)
}
