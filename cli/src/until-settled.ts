import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction, TransactionReply } from './api/wire.ts'
import { colourOf } from './output/paint.ts'
import type { Session } from './session.ts'

const ASKED_EVERY_MS = 1_000

/** Statuses that do not change without an action. */
const RESTING = new Set([
  'completed',
  'expired',
  'cancelled',
  'refunded',
  'returned_to_balance',
  'on_hold',
  'action_required',
])

/** Prints each new status until one that does not change without an action. Returns 0 only if the transaction is completed. */
export async function untilSettled(session: Session, first: Transaction): Promise<number> {
  const { signal } = session.world
  let known = first
  for (;;) {
    if (RESTING.has(known.status)) break
    await sleep(ASKED_EVERY_MS, undefined, { signal })
    const reply = await session.get<TransactionReply>(`/transactions/v1/${first.transaction_id}`)
    const { transaction, message } = reply.body
    if (transaction.status !== known.status && !session.isJson) {
      session.say(`${session.paint(transaction.status.padEnd(18), colourOf(transaction.status))}  ${message}`)
    }
    known = transaction
    if (RESTING.has(known.status) && session.isJson) session.show(reply, () => [])
  }
  return known.status === 'completed' ? 0 : 1
}
