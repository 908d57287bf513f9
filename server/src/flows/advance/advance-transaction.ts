import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TransactionType } from '../../records/transactions/machines/machines.ts'
import type { Driven } from '../../records/transactions/transaction-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { driveObject, type Taken } from './drive-object.ts'

/** Takes the one step that is due, in a commit of its own. Must be safe to repeat and to run beside itself. */
export type Step<T extends Driven = Driven> = (transaction: T, now: Date) => Promise<Taken | void>

export type AdvanceDeps<T extends Driven = Driven> = Readonly<{
  pool: Pool
  clock: Clock
  /** Reads the transaction with its next look, and with it what its steps ask for, in one statement. */
  find: (sql: Sql, id: string) => Promise<T | undefined>
  step: Step<T>
  /** Told of every failed try. The row keeps only the last. */
  onFailure: (transaction: T, error: unknown) => void
}>

const ENGINE_TIMER_MS = 60_000

/** Takes every step of a transaction that is due, and refuses only an id that is no transaction of this type. */
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
