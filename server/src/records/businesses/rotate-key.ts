import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { expireKey } from './api-key-store.ts'
import { type IssuedKey, type KeyDeps, storeNewKey } from './issue-key.ts'
import { requireActor } from './operator-store.ts'
import { requireKey } from './require-key.ts'

export const defaultOverlapHours = 24
const MAX_OVERLAP_HOURS = 30 * 24

/** Makes a successor with the same rights. Both keys work until the overlap ends, so that no request fails. */
export async function rotateKey(
  deps: KeyDeps & { clock: Clock },
  input: { keyId: string; overlapHours?: number; actor: string; reason: string },
): Promise<IssuedKey & { oldKeyExpiresAt: Date }> {
  const now = deps.clock.now()
  const overlapEndsAt = new Date(now.getTime() + parseOverlap(input.overlapHours) * 3_600_000)
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const old = await requireKey(sql, input.keyId)
    if (old.expiresAt !== null && old.expiresAt <= now) {
      throw new Refusal('key_expired', 'This key has expired already: issue a new one instead.')
    }
    // A second rotation never lets the old key live longer than the first one promised.
    const oldKeyExpiresAt =
      old.expiresAt !== null && old.expiresAt < overlapEndsAt ? old.expiresAt : overlapEndsAt
    const { id: _, expiresAt: __, revokedAt: ___, ...rights } = old
    const issued = await storeNewKey(sql, deps, rights)
    await expireKey(sql, old.id, oldKeyExpiresAt)
    await appendAudit(sql, {
      actor,
      action: 'key.rotated',
      subject: formatId('key', old.id),
      reason: input.reason,
      details: { successor: formatId('key', issued.key.id), expiresAt: oldKeyExpiresAt.toISOString() },
    })
    return { ...issued, oldKeyExpiresAt }
  })
}

function parseOverlap(hours = defaultOverlapHours): number {
  if (hours >= 0 && hours <= MAX_OVERLAP_HOURS) return hours
  throw new Refusal('overlap_invalid', `Both keys can work together for 0 to ${MAX_OVERLAP_HOURS} hours.`)
}
