import { systemClock } from '../../../kernel/clock/clock.ts'
import type { BankFeed, HookHint, Reread } from '../../../movements/feeds/bank-feed.ts'
import { plainHookReply } from '../hooks.ts'
import { defaultPace, readCursor, writeCursor } from '../list/list-cursor.ts'
import { dropRepeats, rewindCursor, walkList } from '../list/walk-list.ts'
import { rereadOrUnavailable } from '../odd-answers.ts'
import { createMonnifyClient, type MonnifySettings } from './monnify-client.ts'
import { addPayerDigits, readMonnifyHook } from './monnify-hook.ts'
import { createAccountReferences } from './monnify-lines.ts'
import { type MonnifyRow, readListed, readMonnifyPage } from './monnify-list.ts'
import { askMonnifyStatus, createStatusCache, type MonnifyStatus } from './monnify-status.ts'

/** Monnify, https://api.monnify.com: reserved accounts, signed notifications, a status per transaction and a list. */
export function createMonnifyFeed(settings: MonnifySettings): BankFeed {
  const clock = settings.clock ?? systemClock
  const pace = { ...defaultPace, ...settings.pace }
  const client = createMonnifyClient(settings)
  const { pool } = settings
  const accounts = createAccountReferences(settings.accountReferences, pool)
  const remembered = createStatusCache()

  const ask = async (reference: string, signal: AbortSignal) => {
    const found = await askMonnifyStatus({ client, accounts, clock }, reference, signal)
    remembered.put(reference, found)
    return found
  }

  return {
    vendor: 'monnify',
    source: 'monnify',
    readHook: (headers, body) => readMonnifyHook(headers, body, settings),
    hookReply: plainHookReply,
    reread: async (hint, signal) => rereadMonnify(ask, hint, signal),
    list: async ({ accountNumber }, cursor, signal) => {
      const isPool = accountNumber === pool
      const of = isPool ? {} : { accountReference: accounts.ofNumber(accountNumber) }
      const step = await walkList<MonnifyRow>(
        {
          readPage: async (position) =>
            readMonnifyPage(client, { ...of, position, size: pace.rowsPerPage, signal }),
          timeOf: ({ time }) => time,
          pace,
          now: clock.now().getTime(),
        },
        readCursor(cursor),
      )
      const read = await readListed(
        // The list of all transactions also contains those of reserved accounts.
        dropRepeats(step.rows, ({ reference }) => reference).filter(({ row }) => !isPool || row.isForNumber),
        {
          ask: async ({ reference, status }) => remembered.get(reference, status) ?? ask(reference, signal),
          newest: step.cursor.recent?.newest ?? step.cursor.through ?? 0,
        },
      )
      return {
        lines: read.lines.filter((line) => line.accountNumber === accountNumber),
        unreadable: read.unreadable,
        cursor: writeCursor(read.unansweredAt.reduce(rewindCursor, step.cursor)),
        hasMore: step.hasMore,
      }
    },
  }
}

/**
 * Reads one transaction again. An unpaid transaction counts as not found, because the notification may arrive before the status changes.
 */
async function rereadMonnify(
  ask: (reference: string, signal: AbortSignal) => Promise<MonnifyStatus>,
  { key, detail }: HookHint,
  signal: AbortSignal,
): Promise<Reread> {
  return rereadOrUnavailable(async () => {
    const found = await ask(key, signal)
    if (found.kind === 'not_found') return { kind: 'not_found' }
    const { lines, unreadable } = found
    if (lines.length + unreadable.length === 0) return { kind: 'not_found' }
    return { kind: 'found', lines: addPayerDigits(lines, detail), unreadable }
  })
}
