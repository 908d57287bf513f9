import { BadRequest, fieldsOf, isId, requireNothing } from '../shared/read-fields.ts'
import type { PayoutReading, ReadingWaits, SendAnswer, SendOrder, SendWaits } from './answers.ts'
import type { RefusedApproval } from './approve-transfers.ts'
import type { Enquiry, RailLines } from './rails/bank-rail.ts'

type HookWire = Readonly<{
  mode: string
  vendor: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}>

const MOST_ORDERS = 200

type Patience = Readonly<{ patienceMs?: number }>

/** Reads `{"orders": [{"payout_id", "kind"}], "patience_ms"}`. Any other field is refused. */
export function readOrders(body: unknown): Patience & Readonly<{ orders: SendOrder[] }> {
  const { patience_ms: patience, ...rest } = fieldsOf(body)
  const orders = listIn(rest, 'orders').map((value) => {
    const { payout_id, kind, ...rest } = fieldsOf(value)
    if (kind !== 'first' && kind !== 'repeat') throw new BadRequest('kind must be first or repeat')
    requireNothing(rest)
    return { payoutId: readId(payout_id), kind } as const
  })
  // Two orders for one payout in one request would both be judged before either is recorded.
  if (new Set(orders.map(({ payoutId }) => payoutId)).size !== orders.length)
    throw new BadRequest('orders names a payout twice')
  return { orders, ...readPatience(patience) }
}

/** `{"payout_ids": […], "patience_ms"}` */
export function readPayoutIds(body: unknown): Patience & Readonly<{ ids: string[] }> {
  const { patience_ms: patience, ...rest } = fieldsOf(body)
  return { ids: listIn(rest, 'payout_ids').map(readId), ...readPatience(patience) }
}

const MOST_PATIENCE_MS = 60_000

/** Reads how long to wait for banks that have not answered. Without it, the request waits until they have. */
function readPatience(value: unknown): Patience {
  if (value === undefined) return {}
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MOST_PATIENCE_MS)
    throw new BadRequest(`patience_ms must be a whole number from 0 to ${MOST_PATIENCE_MS}`)
  return { patienceMs: value }
}

/** `{"mode", "bank_code", "account_number"}` */
export function readEnquiry(
  body: unknown,
): Readonly<{ mode: string; bankCode: string; accountNumber: string }> {
  const { mode, bank_code: bankCode, account_number: accountNumber, ...rest } = fieldsOf(body)
  requireNothing(rest)
  if (typeof bankCode !== 'string' || !/^[a-z0-9-]{1,80}$/i.test(bankCode))
    throw new BadRequest('bank_code is not valid')
  if (typeof accountNumber !== 'string' || !/^[0-9]{10}$/.test(accountNumber))
    throw new BadRequest('account_number must be ten digits')
  return { mode: readMode(mode), bankCode, accountNumber }
}

/** `{"mode", "vendor", "headers": {…}, "body_base64"}` */
export function readHook(body: unknown): HookWire {
  const { mode, vendor, headers, body_base64: encoded, ...rest } = fieldsOf(body)
  requireNothing(rest)
  if (typeof vendor !== 'string' || typeof encoded !== 'string')
    throw new BadRequest('vendor and body_base64 must be text')
  const given = Object.entries(fieldsOf(headers)).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  )
  return {
    mode: readMode(mode),
    vendor,
    headers: Object.fromEntries(given),
    body: Buffer.from(encoded, 'base64'),
  }
}

export function writeAnswers(answers: ReadonlyArray<SendAnswer | SendWaits>): object {
  return {
    results: answers.map((answer) => {
      const { payoutId: payout_id, ...rest } = answer
      if (rest.outcome !== 'accepted') return { payout_id, ...rest }
      const { outcome, vendorId: vendor_id, sessionId: session_id } = rest
      return { payout_id, outcome, vendor_id, session_id }
    }),
  }
}

export function writeReadings(readings: ReadonlyArray<PayoutReading | ReadingWaits>): object {
  return {
    readings: readings.map((reading) => {
      const { payoutId: payout_id, at, kind, code } = reading
      const told = { payout_id, at: at.toISOString(), kind, code }
      if (!('amountMinor' in reading)) return told
      return {
        ...told,
        amount_minor: textOrNull(reading.amountMinor),
        account_number: reading.accountNumber,
        bank_code: reading.bankCode,
        session_id: reading.sessionId,
        vendor_id: reading.vendorId,
        fee_minor: textOrNull(reading.feeMinor),
      }
    }),
  }
}

export function writeLines({ lines, cursor, isWhole }: RailLines): object {
  return {
    lines: lines.map(({ externalId, at, direction, amountMinor, reference, kind }) => ({
      external_id: externalId,
      at: at.toISOString(),
      direction,
      amount_minor: String(amountMinor),
      reference,
      kind,
    })),
    cursor,
    is_whole: isWhole,
  }
}

export function writeEnquiry(enquiry: Enquiry): object {
  return enquiry.outcome === 'found'
    ? { outcome: enquiry.outcome, account_name: enquiry.accountName }
    : { outcome: enquiry.outcome }
}

export function writeRefusedApproval({ accountId, at, reference, problem }: RefusedApproval): object {
  return { account_id: accountId, at: at.toISOString(), reference, problem }
}

function textOrNull(minor: bigint | null): string | null {
  return minor === null ? null : String(minor)
}

function listIn(body: unknown, name: string): readonly unknown[] {
  const { [name]: list, ...rest } = fieldsOf(body)
  requireNothing(rest)
  if (!Array.isArray(list)) throw new BadRequest(`the body must be {"${name}": […]}`)
  if (list.length > MOST_ORDERS) throw new BadRequest(`${name} must have at most ${MOST_ORDERS} items`)
  return list
}

function readId(value: unknown): string {
  if (!isId(value)) throw new BadRequest('a payout id is not valid')
  return value
}

function readMode(value: unknown): string {
  if (value !== 'live' && value !== 'test') throw new BadRequest('mode must be live or test')
  return value
}
