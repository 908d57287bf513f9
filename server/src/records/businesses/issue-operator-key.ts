import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { newestHmac, type Peppers } from './key-pepper.ts'
import { generateOperatorKey } from './operator-key.ts'
import { insertOperatorKey, revokeOperatorKeys } from './operator-key-store.ts'
import { requireActor, requireOperator } from './operator-store.ts'

/** Makes the key by which an operator proves who they are. It ends the one they had; the secret is shown this once. */
export async function issueOperatorKey(
  deps: { pool: Pool; clock: Clock; cell: string; peppers: Peppers },
  input: { email: string; actor: string; reason: string },
): Promise<{ secret: string; replaced: boolean }> {
  const secret = generateOperatorKey(deps.cell)
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const operatorId = await requireOperator(sql, input.email)
    const at = deps.clock.now()
    const ended = await revokeOperatorKeys(sql, operatorId, at)
    await insertOperatorKey(sql, { id: newId(), operatorId, at }, newestHmac(secret, deps.peppers))
    await appendAudit(sql, {
      actor,
      action: 'operator.key_issued',
      subject: formatId('operator', operatorId),
      reason: input.reason,
      details: { replaced: ended > 0 },
    })
    return { secret, replaced: ended > 0 }
  })
}
