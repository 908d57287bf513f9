import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import { findTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'
import { claimNudge, type Nudge, readWake, recordFailure } from '../../records/transactions/wake-store.ts'
import { retryDelayMs } from './retry-delay.ts'

/** Takes the one step that is due, in a commit of its own. Must be safe to repeat and to run beside itself. */
export type Step = (transaction: Transaction, now: Date) => Promise<void>

export type AdvanceDeps = Readonly<{
  pool: Pool
  clock: Clock
  step: Step
  /** Told of every failed try. The row keeps only the last. */
  onFailure: (transaction: Transaction, error: unknown) => void
}>

// A transaction with many steps due at once gives way to others after so many.
const STEPS_A_CALL = 10
// A short wait is a timer in the engine. A long one costs the engine nothing: the sweeper finds the row when it is due.
const ENGINE_TIMER_MS = 60_000

/**
 * Takes every step that is due and returns the nudge for the next one, if the engine is to hold a timer for it.
 *
 * It does not throw because the world failed: an invocation that keeps failing is paused by the engine, and every
 * later call for the same transaction would queue behind it. The failure is kept on the row with the time of the next
 * try, and the row is what the sweeper reads; a step that is refused stays on the row in the same way, until someone
 * looks. It refuses only what can never be right: an id that is no transaction of this type.
 */
export async function advanceTransaction(
  deps: AdvanceDeps,
  type: TransactionType,
  id: string,
): Promise<Nudge | undefined> {
  try {
    for (let steps = 0; steps < STEPS_A_CALL; steps += 1) {
      const transaction = await findTransaction(deps.pool, id)
      if (transaction?.type !== type) {
        throw new Refusal('transaction_unknown', `there is no ${type} with the id ${id}`)
      }
      const wake = await readWake(deps.pool, id)
      const now = deps.clock.now()
      if (wake === undefined || wake.dueAt > now) break
      await takeStep(deps, transaction, now, wake.failureCount)
    }
    return await nextNudge(deps, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transaction_unknown') throw error
    // The record itself is out of reach. The row is still due there, and the sweeper comes back to it.
    return undefined
  }
}

async function takeStep(
  { pool, step, onFailure }: AdvanceDeps,
  transaction: Transaction,
  now: Date,
  failureCount: number,
): Promise<void> {
  try {
    await step(transaction, now)
  } catch (error) {
    onFailure(transaction, error)
    const dueAt = new Date(now.getTime() + retryDelayMs(failureCount, Math.random()))
    await recordFailure(pool, transaction.id, error instanceof Error ? error.message : String(error), dueAt)
  }
}

async function nextNudge({ pool, clock }: AdvanceDeps, id: string): Promise<Nudge | undefined> {
  const wake = await readWake(pool, id)
  const now = clock.now()
  if (wake === undefined || wake.dueAt.getTime() - now.getTime() > ENGINE_TIMER_MS) return undefined
  return claimNudge(pool, id, now)
}
