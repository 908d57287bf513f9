import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { proposeAdoption as storePlan } from '../../movements/transfers/adoption-store.ts'
import { requireOpenCase } from '../../records/cases/require-case.ts'
import { storeWithMoney } from '../cases/propose-resolution.ts'
import type { AdoptionPlan } from './plan-adoption.ts'

/** Proposes to take over what a plan has, in answer to the case that the comparison of the lane opened. Another operator approves it. */
export async function proposeAdoption(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  input: Readonly<{ plan: AdoptionPlan; caseId: string; operatorId: string; reason: string }>,
): Promise<void> {
  const { plan, operatorId, reason } = input
  const { lane, locks } = plan
  await inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, formatId('case', input.caseId))
    if (file.state === 'awaiting_approval') {
      const id = formatId('case', file.id)
      throw new Refusal(
        'proposal_waiting',
        `A proposal for ${id} waits already. Another operator approves it; "npx afara ops decline ${id} --reason …" takes it away.`,
      )
    }
    const at = clock.now()
    const digest = await storePlan(sql, { caseId: file.id, laneId: lane.id, locks, at })
    const step = { caseId: file.id, version: file.version, operatorId, reason, at }
    await storeWithMoney(sql, step, {
      action: 'adopt',
      lane_id: lane.id,
      first_lock: lane.nextLock.toString(),
      locks: `${locks.length}`,
      tokens_minor: locks.reduce((sum, { tokensMinor }) => sum + tokensMinor, 0n).toString(),
      digest,
    })
  })
}
