import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TransactionType } from '../../records/transactions/machines/machines.ts'
import type { Driven } from '../../records/transactions/transaction-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { driveObject, type Taken } from './drive-object.ts'

/** Takes the step that is due, in its own commit. Must be safe to repeat and to run concurrently with itself. */
export type Step<T extends Driven = Driven> = (transaction: T, now: Date) => Promise<Taken | void>

export type AdvanceDeps<T extends Driven = Driven> = Readonly<{
  pool: Pool
  clock: Clock
  /** Reads the transaction, its wake time and the facts that its steps need, in one statement. */
  find: (sql: Sql, id: string) => Promise<T | undefined>
  step: Step<T>
  /** Called with each failed attempt. The row keeps only the last failure. */
  onFailure: (transaction: T, error: unknown) => void
}>

const ENGINE_TIMER_MS = 60_000

/** Takes every due step of a transaction. Throws only if the id belongs to no transaction of this type. */
export async function advanceTransaction<T extends Driven>(
  { pool, clock, find, step, onFailure }: AdvanceDeps<T>,
  type: TransactionType,
  id: string,
): Promise<Nudge | undefined> {
  let transaction: T | undefined
  return driveObject(
    {
      pool,
      clock,
      engineTimerMs: ENGINE_TIMER_MS,
      unknown: 'transaction_unknown',
      readWake: async () => {
        transaction = await find(pool, id)
        return transaction?.wake
      },
      findStep: async (wake, now) => {
        const seen = transaction
        if (seen?.type !== type) {
          throw new Refusal('transaction_unknown', `no ${type} has the id ${id}`)
        }
        if (wake === undefined || wake.dueAt > now) return undefined
        return {
          take: async () => step(seen, now),
          onFailure: (error) => onFailure(seen, error),
        }
      },
    },
    id,
  )
}
