import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { revokeOperatorKeys } from './operator-key-store.ts'
import { findOperatorByEmail, requireActor } from './operator-store.ts'

/** Ends an operator's key at once, whether or not the operator is still active. */
export async function revokeOperatorKey(
  deps: { pool: Pool; clock: Clock },
  input: { email: string; actor: string; reason: string },
): Promise<void> {
  await inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const operator = await findOperatorByEmail(sql, input.email)
    if (operator === undefined) {
      throw new Refusal('operator_unknown', `There is no operator "${input.email}": check the address.`)
    }
    if ((await revokeOperatorKeys(sql, operator.id, deps.clock.now())) === 0) {
      throw new Refusal('operator_key_unknown', `${operator.email} has no key: there is nothing to end.`)
    }
    await appendAudit(sql, {
      actor,
      action: 'operator.key_revoked',
      subject: formatId('operator', operator.id),
      reason: input.reason,
    })
  })
}
