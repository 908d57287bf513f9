import { systemClock } from '../../../kernel/clock/clock.ts'
import type { BankFeed } from '../../../movements/feeds/bank-feed.ts'
import { readObject } from '../../vendor-json.ts'
import { type Gathered, gatherLines, joinGathered, nothingGathered } from '../gather-lines.ts'
import { readCursor, writeCursor } from '../list/list-cursor.ts'
import { usualPace } from '../list/list-pace.ts'
import { onceEach } from '../list/once-each.ts'
import { type ListedRow, walkList } from '../list/walk-list.ts'
import { plainHookReply } from '../plain-hook-reply.ts'
import { readReference } from '../vendor-reference.ts'
import { createPaystackClient } from './paystack-client.ts'
import { readPaystackHook } from './paystack-hook.ts'
import { isIntoAnAccount, isIntoAnother, isUnpaid, toPaystackLines } from './paystack-lines.ts'
import { type PaystackRow, readPaystackPage } from './paystack-list.ts'
import { rereadPaystack } from './paystack-reread.ts'
import type { PaystackSettings } from './paystack-settings.ts'

/** Paystack, https://api.paystack.co: dedicated accounts, signed notifications, a verification for each and a list. */
export function createPaystackFeed(settings: PaystackSettings): BankFeed {
  const clock = settings.clock ?? systemClock
  const pace = { ...usualPace, ...settings.pace }
  const client = createPaystackClient(settings)

  const readListed = (accountNumber: string, { row, age }: ListedRow<PaystackRow>): Gathered => {
    const { data = {}, reference } = row
    const isOfInterest =
      row.data === undefined ||
      (isIntoAnAccount(data) &&
        !isUnpaid(data) &&
        !isIntoAnother(data, accountNumber) &&
        !(age === 'old' && data['status'] === 'success'))
    if (!isOfInterest) return nothingGathered
    return gatherLines(row.row, reference, (raw) =>
      toPaystackLines(readObject(row.row, 'a row'), {
        reference: readReference(data['reference'], 'reference'),
        seenAt: clock.now(),
        raw,
      }),
    )
  }

  return {
    vendor: 'paystack',
    source: 'paystack',
    readHook: (headers, body) => readPaystackHook(headers, body, settings.secrets),
    hookReply: plainHookReply,
    reread: async (hint, signal) => rereadPaystack({ client, clock }, hint, signal),
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
      const { lines, unreadable } = joinGathered(
        onceEach(step.rows, ({ reference }) => reference).map((row) => readListed(accountNumber, row)),
      )
      return {
        // The list is of the whole integration.
        lines: lines.filter((line) => line.accountNumber === accountNumber),
        unreadable,
        cursor: writeCursor(step.cursor),
        hasMore: step.hasMore,
      }
    },
  }
}
