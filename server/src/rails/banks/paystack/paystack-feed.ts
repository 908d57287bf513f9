import { type Clock, systemClock } from '../../../kernel/clock/clock.ts'
import {
  type BankFeed,
  FeedUnavailable,
  type HookHint,
  type Reread,
} from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer, readObject } from '../../vendor-json.ts'
import { type GatheredLines, gatherLines, joinLines, noLines } from '../gather-lines.ts'
import { plainHookReply } from '../hooks.ts'
import { readReference } from '../line-fields.ts'
import { defaultPace, readCursor, writeCursor } from '../list/list-cursor.ts'
import { dropRepeats, type ListedRow, walkList } from '../list/walk-list.ts'
import { requireReadable, rereadOrUnavailable } from '../odd-answers.ts'
import {
  createPaystackClient,
  type PaystackClient,
  type PaystackRow,
  type PaystackSettings,
  readPaystackPage,
} from './paystack-client.ts'
import {
  isForOtherAccount,
  isPaidIntoAccount,
  isUnpaid,
  readPaystackHook,
  toPaystackLines,
} from './paystack-lines.ts'

/** Paystack, https://api.paystack.co: dedicated accounts, signed notifications, a verification per transaction and a list. */
export function createPaystackFeed(settings: PaystackSettings): BankFeed {
  const clock = settings.clock ?? systemClock
  const pace = { ...defaultPace, ...settings.pace }
  const client = createPaystackClient(settings)
  const { pool } = settings

  const readListed = (accountNumber: string, { row, age }: ListedRow<PaystackRow>): GatheredLines => {
    const { data = {}, reference } = row
    const isOfInterest =
      row.data === undefined ||
      (isPaidIntoAccount(data) &&
        !isUnpaid(data) &&
        !isForOtherAccount(data, accountNumber, pool) &&
        !(age === 'old' && data['status'] === 'success'))
    if (!isOfInterest) return noLines
    return gatherLines(row.row, reference, (raw) =>
      toPaystackLines(readObject(row.row, 'a row'), {
        reference: readReference(data['reference'], 'reference'),
        seenAt: clock.now(),
        raw,
        pool,
      }),
    )
  }

  return {
    vendor: 'paystack',
    source: 'paystack',
    readHook: (headers, body) => readPaystackHook(headers, body, settings),
    hookReply: plainHookReply,
    reread: async (hint, signal) => rereadPaystack({ client, clock, pool }, hint, signal),
    list: async ({ accountNumber }, cursor, signal) => {
      const step = await walkList<PaystackRow>(
        {
          readPage: async (position, since) =>
            readPaystackPage(client, { position, since, size: pace.rowsPerPage, signal }),
          timeOf: ({ time }) => time,
          pace,
          now: clock.now().getTime(),
        },
        readCursor(cursor),
      )
      const { lines, unreadable } = joinLines(
        dropRepeats(step.rows, ({ reference }) => reference).map((row) => readListed(accountNumber, row)),
      )
      return {
        // The list contains all accounts of the integration.
        lines: lines.filter((line) => line.accountNumber === accountNumber),
        unreadable,
        cursor: writeCursor(step.cursor),
        hasMore: step.hasMore,
      }
    },
  }
}

type Deps = Readonly<{ client: PaystackClient; clock: Clock; pool: string | undefined }>

/**
 * Reads one transaction again. An unpaid transaction counts as not found, because the notification may arrive before the verification shows
 * the payment.
 */
async function rereadPaystack(
  { client, clock, pool }: Deps,
  { key }: HookHint,
  signal: AbortSignal,
): Promise<Reread> {
  return rereadOrUnavailable(async () => {
    const { status, envelope } = await client.ask(`/transaction/verify/${encodeURIComponent(key)}`, {
      signal,
    })
    if (isNotFound(status, envelope)) return { kind: 'not_found' }
    if (status !== 200 || envelope['status'] !== true)
      throw new FeedUnavailable(`the vendor answered ${status}`)
    const data = requireReadable(() => readObject(envelope['data'], 'data'))
    if (isUnpaid(data)) return { kind: 'not_found' }
    const gathered = gatherLines(data, key, (raw) => {
      if (!isPaidIntoAccount(data)) throw new OddAnswer('it is not a bank transfer')
      return toPaystackLines(data, { reference: key, seenAt: clock.now(), raw, pool })
    })
    return { kind: 'found', ...gathered }
  })
}

/** Checks the code, or the message because older responses have no code. */
function isNotFound(status: number, envelope: Readonly<Record<string, unknown>>): boolean {
  if (status !== 400 && status !== 404) return false
  return (
    envelope['code'] === 'transaction_not_found' ||
    /^transaction reference not found/i.test(String(envelope['message']))
  )
}
