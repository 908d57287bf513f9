import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { asTenant, inTransaction, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { acceptDrill, type Drill } from '../../records/transactions/accepting/drill-store.ts'
import type { DrillEvent, DrillStatus } from '../../records/transactions/machines/machines.ts'
import {
  findTransaction,
  moveTransaction,
  type Transaction,
} from '../../records/transactions/transaction-store.ts'

/** Records a drill that is due at once. With a repeated key, returns the first drill. The caller nudges Restate after this returns. */
export async function startDrill(
  { pool, clock }: { pool: Pool; clock: Clock },
  tenant: Tenant,
  idempotencyKey: string | null,
): Promise<Drill & { isReplay: boolean }> {
  if (tenant.mode !== 'test')
    throw new Refusal('test_mode_only', 'A drill needs a test key. It never touches live rails.')
  const drill = await acceptDrill(pool, tenant, { id: newId(), idempotencyKey, at: clock.now() })
  if (drill !== undefined) return drill
  throw new Refusal(
    'idempotency_key_conflict',
    'This Idempotency-Key was used for another request. Use a new one.',
  )
}

/** Returns a drill of this business only. */
export async function readDrill(pool: Pool, tenant: Tenant, id: string): Promise<Drill> {
  const found = await asTenant(pool, tenant, async (sql) => findTransaction(sql, id))
  const isTheirs =
    found?.type === 'drill' && found.businessId === tenant.businessId && found.mode === tenant.mode
  if (!isTheirs)
    throw new Refusal('transaction_unknown', `No drill has the id ${formatId('transaction', id)}.`)
  return { id: found.id, status: found.status }
}

// Long enough that the second step comes from Restate's timer, short enough that callers do not notice.
const BETWEEN_STEPS_MS = 100

const steps: Readonly<Record<DrillStatus, { event: DrillEvent; thenWaitMs?: number } | undefined>> = {
  started: { event: 'first_step_done', thenWaitMs: BETWEEN_STEPS_MS },
  halfway: { event: 'second_step_done' },
  finished: undefined,
}

/** Takes the next step of a drill. Does nothing if another process has taken it. */
export async function advanceDrill(pool: Pool, drill: Transaction, now: Date): Promise<void> {
  const step = steps[drill.status as DrillStatus]
  assert(step !== undefined, `a drill with status ${drill.status} has no next step`)
  const { event, thenWaitMs } = step
  const dueAt = thenWaitMs === undefined ? undefined : new Date(now.getTime() + thenWaitMs)
  await inTransaction(pool, async (sql) => {
    await moveTransaction(sql, drill, { event, at: now, dueAt })
  })
}
