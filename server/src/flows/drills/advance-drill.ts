import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { DrillEvent, DrillStatus } from '../../records/transactions/drill-machine.ts'
import { moveTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'

// Long enough that the second step comes from the engine's timer, short enough that nobody waits for it.
const BETWEEN_STEPS_MS = 100

const steps: Readonly<Record<DrillStatus, { event: DrillEvent; thenWaitMs?: number } | undefined>> = {
  started: { event: 'first_step_done', thenWaitMs: BETWEEN_STEPS_MS },
  halfway: { event: 'second_step_done' },
  finished: undefined,
}

/** Takes the next step of a drill. Somebody else having taken it first is as good. */
export async function advanceDrill(pool: Pool, drill: Transaction, now: Date): Promise<void> {
  const step = steps[drill.status as DrillStatus]
  assert(step !== undefined, `a drill that is ${drill.status} has no next step`)
  const { event, thenWaitMs } = step
  const dueAt = thenWaitMs === undefined ? undefined : new Date(now.getTime() + thenWaitMs)
  await inTransaction(pool, async (sql) => {
    await moveTransaction(sql, drill, { event, at: now, dueAt })
  })
}
