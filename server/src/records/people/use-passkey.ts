import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import type { ChallengeFor } from './challenge-store.ts'
import { type CeremonyDeps, verifyAssertion } from './passkey-ceremony.ts'
import { idOf } from './person.ts'
import { type FoundPasskey, findPasskey, usePasskey } from './person-passkey-store.ts'

/**
 * Verifies the answer of a passkey to a challenge, and runs `write` for its owner in the commit that counts this use. The challenge is used
 * up even if the answer is wrong.
 */
export async function withPasskey<T>(
  deps: CeremonyDeps,
  wanted: ChallengeFor,
  answer: AuthenticationResponseJSON,
  write: (sql: Sql, passkey: FoundPasskey, now: Date) => Promise<T>,
): Promise<T> {
  const passkey = await findPasskey(deps.pool, Buffer.from(answer.id, 'base64url'))
  if (passkey === undefined) {
    throw new Refusal('passkey_unknown', 'Nobody enrolled this passkey. Accept your invitation first.')
  }
  const signCount = await verifyAssertion(deps, wanted, answer, passkey)
  // Only the holder of the passkey learns more.
  requireUsable(passkey)
  const now = deps.clock.now()
  const written = await inTransaction(deps.pool, async (sql) =>
    (await usePasskey(sql, passkey.id, signCount, now))
      ? { value: await write(sql, passkey, now) }
      : undefined,
  )
  return written === undefined ? refuseCopy(deps, passkey, signCount) : written.value
}

export function requireUsable({ isDisabled, revokedAt }: FoundPasskey): void {
  if (isDisabled) throw new Refusal('person_disabled', 'You cannot sign in: an administrator disabled you.')
  if (revokedAt !== null) {
    throw new Refusal(
      'passkey_revoked',
      `This passkey was revoked on ${revokedAt.toISOString()}. Use another one.`,
    )
  }
}

/** A counter that did not grow means that a second authenticator has the same key. People must know of it. */
async function refuseCopy(
  { pool }: CeremonyDeps,
  { id, person, signCount: known }: FoundPasskey,
  signCount: number,
): Promise<never> {
  await appendAudit(pool, {
    actor: 'system:people',
    action: 'passkey.copy_suspected',
    subject: idOf(person),
    reason: 'the counter of the passkey did not grow',
    details: { passkey: formatId('passkey', id), known, received: signCount },
  })
  throw new Refusal(
    'passkey_copied',
    'The counter of this passkey did not grow, so somebody may have copied it. Tell an administrator and use another passkey.',
  )
}
