import { systemClock } from '../../../kernel/clock/clock.ts'
import type { BankFeed } from '../../../movements/feeds/bank-feed.ts'
import { readCursor, writeCursor } from '../list/list-cursor.ts'
import { usualPace } from '../list/list-pace.ts'
import { onceEach } from '../list/once-each.ts'
import { holdBack, walkList } from '../list/walk-list.ts'
import { plainHookReply } from '../plain-hook-reply.ts'
import { createAccountReferences } from './account-references.ts'
import { createMonnifyClient } from './monnify-client.ts'
import { readMonnifyHook } from './monnify-hook.ts'
import { type MonnifyRow, readMonnifyPage } from './monnify-list.ts'
import { rereadMonnify } from './monnify-reread.ts'
import type { MonnifySettings } from './monnify-settings.ts'
import { askMonnifyStatus } from './monnify-status.ts'
import { readListed } from './read-listed.ts'
import { createRememberedStatus } from './remembered-status.ts'

/** Monnify, https://api.monnify.com: reserved accounts, signed notifications, a status for each and a list. */
export function createMonnifyFeed(settings: MonnifySettings): BankFeed {
  const clock = settings.clock ?? systemClock
  const pace = { ...usualPace, ...settings.pace }
  const client = createMonnifyClient(settings)
  const accounts = createAccountReferences(settings.accountReferences)
  const remembered = createRememberedStatus()

  const ask = async (reference: string, signal: AbortSignal) => {
    const found = await askMonnifyStatus({ client, accounts, clock }, reference, signal)
    remembered.put(reference, found)
    return found
  }

  return {
    vendor: 'monnify',
    source: 'monnify',
    readHook: (headers, body) => readMonnifyHook(headers, body, settings.secrets),
    hookReply: plainHookReply,
    reread: async (hint, signal) => rereadMonnify(ask, hint, signal),
    list: async ({ accountNumber }, cursor, signal) => {
      const accountReference = accounts.ofNumber(accountNumber)
      const step = await walkList<MonnifyRow>(
        {
          readPage: async (position) =>
            readMonnifyPage(client, { accountReference, position, size: pace.rowsPerPage, signal }),
          timeOf: ({ time }) => time,
          pace,
          now: clock.now().getTime(),
        },
        readCursor(cursor),
      )
      const read = await readListed(
        onceEach(step.rows, ({ reference }) => reference),
        {
          ask: async ({ reference, status }) => remembered.get(reference, status) ?? ask(reference, signal),
          newest: step.cursor.recent?.newest ?? step.cursor.through ?? 0,
        },
      )
      return {
        lines: read.lines.filter((line) => line.accountNumber === accountNumber),
        unreadable: read.unreadable,
        cursor: writeCursor(read.heldAt.reduce(holdBack, step.cursor)),
        hasMore: step.hasMore,
      }
    },
  }
}
