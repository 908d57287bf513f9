import { formatId } from '../../kernel/ids/ids.ts'
import type { ListedKey } from '../../records/keys/api-key-store.ts'
import type { IssuedKey } from '../../records/keys/manage-keys.ts'

export function formatListedKey(key: ListedKey, now: Date): string[] {
  const label = key.label === '' ? '' : ` "${key.label}"`
  return [
    `${formatId('key', key.id)} (${key.mode})${label}: ${stateOf(key, now)}`,
    `  scopes ${key.scopes.join(', ')}; from ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  issued ${key.createdAt.toISOString()}; last used ${key.lastUsedAt?.toISOString() ?? 'never'}`,
    ...(key.replacedBy === null ? [] : [`  replaced by ${formatId('key', key.replacedBy)}`]),
  ]
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== null) return `revoked on ${revokedAt.toISOString()}`
  if (expiresAt === null) return 'works, does not expire'
  return expiresAt > now ? `works until ${expiresAt.toISOString()}` : `expired on ${expiresAt.toISOString()}`
}

export function formatIssuedKey({ key, secret }: IssuedKey): string[] {
  return [
    `Key ${formatId('key', key.id)} (${key.mode}), scopes: ${key.scopes.join(', ')}`,
    `  from  ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  up to ${key.requestsPerWindow} requests in ten seconds`,
    `  until ${key.expiresAt === null ? 'it is revoked: it does not expire' : key.expiresAt.toISOString()}`,
    '',
    `  ${secret}`,
    '',
    'The key is shown once and is not stored. Save it where your service keeps its secrets.',
  ]
}
