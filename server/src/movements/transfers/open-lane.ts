import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import { requireActor, requireApprover } from '../../records/operators/operator-store.ts'
import { formatLane } from './lane-overview-store.ts'
import { insertLane, type NewLane } from './lane-store.ts'

/**
 * Registers one of our wallets for sending tokens. Live mode needs two operators. Its balance is booked separately, and until then the lane
 * delivers nothing.
 */
export async function openLane(
  { pool, clock }: { pool: Pool; clock: Clock },
  lane: NewLane,
  by: Readonly<{ actor: string; approver: string | undefined; reason: string }>,
): Promise<string> {
  const id = newId()
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const approvedBy =
      lane.mode === 'live' || by.approver !== undefined
        ? await requireApprover(sql, { actor, approver: by.approver })
        : undefined
    try {
      await insertLane(sql, id, lane, clock.now())
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      throw new Refusal(
        'lane_exists',
        `${formatLane(lane)}, or another lane with this address, is already open.`,
        {
          cause: error,
        },
      )
    }
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'lane.opened',
      subject: `lane ${formatLane(lane)}`,
      reason: by.reason,
      details: { address: lane.address, next_lock: lane.nextLock.toString() },
    })
  })
  return id
}
