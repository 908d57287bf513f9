import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import { findTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { driveObject } from './drive-object.ts'

/** Takes the one step that is due, in a commit of its own. Must be safe to repeat and to run beside itself. */
export type Step = (transaction: Transaction, now: Date) => Promise<void>

export type AdvanceDeps = Readonly<{
  pool: Pool
  clock: Clock
  step: Step
  /** Told of every failed try. The row keeps only the last. */
  onFailure: (transaction: Transaction, error: unknown) => void
}>

const ENGINE_TIMER_MS = 60_000

/** Takes every step of a transaction that is due, and refuses only an id that is no transaction of this type. */
export async function advanceTransaction(
  { pool, clock, step, onFailure }: AdvanceDeps,
  type: TransactionType,
  id: string,
): Promise<Nudge | undefined> {
  return driveObject(
    {
      pool,
      clock,
      engineTimerMs: ENGINE_TIMER_MS,
      unknown: 'transaction_unknown',
      findStep: async (wake, now) => {
        const transaction = await findTransaction(pool, id)
        if (transaction?.type !== type) {
          throw new Refusal('transaction_unknown', `there is no ${type} with the id ${id}`)
        }
        if (wake === undefined || wake.dueAt > now) return undefined
        return {
          take: async () => step(transaction, now),
          onFailure: (error) => onFailure(transaction, error),
        }
      },
    },
    id,
  )
}
