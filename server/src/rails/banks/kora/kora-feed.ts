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
  createKoraClient,
  type KoraClient,
  type KoraRow,
  type KoraSettings,
  readKoraPage,
} from './kora-client.ts'
import { isForOtherAccount, isTransfer, isUnpaid, readKoraHook, toKoraLines } from './kora-lines.ts'

/** Kora, https://api.korapay.com: numbers for one payment, signed notifications, a query per charge and a list. */
export function createKoraFeed(settings: KoraSettings): BankFeed {
  const clock = settings.clock ?? systemClock
  const pace = { ...defaultPace, ...settings.pace }
  const client = createKoraClient(settings)
  const { accounts } = settings

  const readListed = (accountNumber: string, { row, age }: ListedRow<KoraRow>): GatheredLines => {
    const { data = {}, reference } = row
    const isOfInterest =
      row.data === undefined ||
      (isTransfer(data) &&
        !isUnpaid(data) &&
        !isForOtherAccount(data, accountNumber, accounts) &&
        !(age === 'old' && data['status'] === 'success'))
    if (!isOfInterest) return noLines
    return gatherLines(row.row, reference, (raw) =>
      toKoraLines(readObject(row.row, 'a row'), {
        reference: readReference(data['reference'], 'reference'),
        seenAt: clock.now(),
        raw,
        accounts,
      }),
    )
  }

  return {
    vendor: 'kora',
    source: 'kora',
    readHook: (headers, body) => readKoraHook(headers, body, settings),
    hookReply: plainHookReply,
    reread: async (hint, signal) => rereadKora({ client, clock, accounts }, hint, signal),
    list: async ({ accountNumber }, cursor, signal) => {
      const step = await walkList<KoraRow>(
        {
          readPage: async (position, since) =>
            readKoraPage(client, { position, since, size: pace.rowsPerPage, signal }),
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

type Deps = Readonly<{ client: KoraClient; clock: Clock; accounts: KoraSettings['accounts'] }>

/** Reads one charge again. An unpaid charge counts as not found, because the notification may arrive before the query shows the payment. */
async function rereadKora(
  { client, clock, accounts }: Deps,
  { key }: HookHint,
  signal: AbortSignal,
): Promise<Reread> {
  return rereadOrUnavailable(async () => {
    const { status, envelope } = await client.ask(`/charges/${encodeURIComponent(key)}`, { signal })
    if (status === 404 && envelope['status'] === false) return { kind: 'not_found' }
    if (status !== 200 || envelope['status'] !== true)
      throw new FeedUnavailable(`the vendor answered ${status}`)
    const data = requireReadable(() => readObject(envelope['data'], 'data'))
    if (isUnpaid(data)) return { kind: 'not_found' }
    const gathered = gatherLines(data, key, (raw) => {
      if (!isTransfer(data)) throw new OddAnswer('it is not a bank transfer')
      return toKoraLines(data, { reference: key, seenAt: clock.now(), raw, accounts })
    })
    return { kind: 'found', ...gathered }
  })
}
