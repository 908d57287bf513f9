import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { type ApiKey, markKeyRevoked } from './api-key-store.ts'
import { requireActor } from './operator-store.ts'
import { requireKey } from './require-key.ts'

/** Ends a key for ever. Processes that know it follow within five seconds. */
export async function revokeKey(
  deps: { pool: Pool; clock: Clock },
  input: { keyId: string; actor: string; reason: string },
): Promise<ApiKey> {
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const key = await requireKey(sql, input.keyId)
    await markKeyRevoked(sql, key.id, deps.clock.now())
    await appendAudit(sql, {
      actor,
      action: 'key.revoked',
      subject: formatId('key', key.id),
      reason: input.reason,
    })
    return key
  })
}
