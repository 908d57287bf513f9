import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type ApiKey, lockKey } from './api-key-store.ts'

/** The key that an operator named by its id, locked for a change. One that is revoked cannot be changed again. */
export async function requireKey(sql: Sql, keyId: string): Promise<ApiKey> {
  const id = parseId('key', keyId)
  const key = id === undefined ? undefined : await lockKey(sql, id)
  if (key === undefined) {
    throw new Refusal('key_unknown', `There is no key "${keyId}": give its id (key_…), never the secret.`)
  }
  if (key.revokedAt !== null) {
    throw new Refusal(
      'key_revoked',
      `This key was revoked on ${key.revokedAt.toISOString()}: issue a new one.`,
    )
  }
  return key
}
