import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { parseScopes } from './key-rights.ts'
import { generateKey, newestHmac, type Peppers } from './key-text.ts'
import { parseLabel, requirePayouts } from './manage-keys.ts'
import { insertSuccessor, insertTestKey, type KeyManager, markOwnKeyRevoked } from './member-key-store.ts'
import { parsePublicKey } from './message-signature.ts'

// What a member does with the keys of their business. PostgreSQL refuses a person who may not, and every live key.

type Deps = Readonly<{ pool: Pool; clock: Clock; cell: string; peppers: Peppers }>
/** A key that was just issued. The secret is shown only here. */
type Issued = Readonly<{ id: string; secret: string }>

const OVERLAP = '24 hours'
const DAY_MS = 24 * 3_600_000

/** Issues a test key. */
export async function issueTestKey(
  { pool, clock, ...settings }: Deps,
  by: KeyManager,
  wanted: Readonly<{
    label: string
    scopes: readonly string[]
    expiresInDays: number | undefined
    publicKey?: string | undefined
  }>,
): Promise<Issued> {
  const { id, secret, ...hmac } = newTestKey(settings)
  const now = clock.now()
  const { expiresInDays } = wanted
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
  const publicKey = wanted.publicKey === undefined ? undefined : parsePublicKey(wanted.publicKey)
  const rights = { scopes: parseScopes(wanted.scopes), label: parseLabel(wanted.label), expiresAt, publicKey }
  requirePayouts(publicKey, rights.scopes)
  await insertTestKey(pool, by, { id, ...hmac }, rights, now).catch(refuseRole)
  return { id, secret }
}

/** Issues the successor of a test key. Both work for a day, so that no request fails. */
export async function rotateTestKey(
  { pool, clock, ...settings }: Deps,
  by: KeyManager,
  oldId: string,
): Promise<Issued & Readonly<{ oldKeyExpiresAt: Date }>> {
  const { id, secret, ...hmac } = newTestKey(settings)
  const until = await insertSuccessor(pool, by, oldId, { id, ...hmac }, OVERLAP, clock.now()).catch(
    refuseRole,
  )
  if (until === null) return refuseKey('Your business has no such test key in use.')
  return { id, secret, oldKeyExpiresAt: until }
}

/** Revokes a key of either mode. Returns how many webhook endpoints were paused with it. */
export async function revokeOwnKey(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  by: KeyManager,
  keyId: string,
): Promise<number> {
  const paused = await markOwnKeyRevoked(pool, by, keyId, clock.now()).catch(refuseRole)
  return paused ?? refuseKey('Your business has no such key in use.')
}

function newTestKey({ cell, peppers }: Pick<Deps, 'cell' | 'peppers'>) {
  const secret = generateKey({ mode: 'test', cell })
  return { id: newId(), secret, ...newestHmac(secret, peppers) }
}

function refuseKey(message: string): never {
  throw new Refusal('key_id_unknown', message)
}

/** The role ended less than five seconds ago, and the session does not know it yet. */
function refuseRole(error: unknown): never {
  if ((error as { code?: string }).code !== 'AF492') throw error
  throw new Refusal('role_missing', 'Your role does not allow "keys.manage". Ask an administrator.', {
    cause: error,
  })
}
