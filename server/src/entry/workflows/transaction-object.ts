import { type ObjectContext, object, rpc, TerminalError } from '@restatedev/restate-sdk'
import { type AdvanceDeps, advanceTransaction } from '../../flows/advance/advance-transaction.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { nudgeKey } from './nudge-key.ts'

/**
 * One durable object per transaction, keyed by its id: the engine lets one call at a time through for each.
 * Its handler is short: nothing waits in it for days, because a waiting handler would pin old code. Steps are not
 * journaled here; the rows in PostgreSQL are the journal, and every step is safe to repeat.
 */
export function createTransactionObject(type: TransactionType, deps: AdvanceDeps) {
  const advance = async (context: ObjectContext): Promise<void> => {
    const nudge = await refusalsAreTerminal(advanceTransaction(deps, type, context.key))
    if (nudge !== undefined) scheduleNext(context, nudge, deps.clock.now())
  }
  return object({ name: type, handlers: { advance } })
}

function scheduleNext(context: ObjectContext, nudge: Nudge, now: Date): void {
  const delay = Math.max(0, nudge.dueAt.getTime() - now.getTime())
  context
    .objectSendClient<ReturnType<typeof createTransactionObject>>({ name: nudge.type }, nudge.transactionId)
    .advance(rpc.sendOpts({ delay, idempotencyKey: nudgeKey(nudge) }))
}

/** What will never be right is not tried again. The one place where a refusal becomes the engine's own kind of end. */
async function refusalsAreTerminal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new TerminalError(`${error.code}: ${error.message}`)
    throw error
  }
}
