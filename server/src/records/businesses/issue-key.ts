import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { generateKey } from './api-key.ts'
import { type ApiKey, insertKey } from './api-key-store.ts'
import { requireBusiness } from './business-store.ts'
import { parseNetwork } from './ip-list.ts'
import { newestHmac, type Peppers } from './key-pepper.ts'
import { parseScopes } from './key-scope.ts'
import { requireActor } from './operator-store.ts'
import { parseRequestLimit } from './request-limit.ts'

export type KeyDeps = Readonly<{ pool: Pool; cell: string; peppers: Peppers }>

/** The secret is in no row and no log: this is the only time anyone sees it. */
export type IssuedKey = Readonly<{ key: NewKey; secret: string }>

type NewKey = Omit<ApiKey, 'expiresAt' | 'revokedAt'>

/** Makes a key for a business. Without scopes it may read, buy and sell, and not pay out. */
export async function issueKey(
  deps: KeyDeps,
  input: {
    business: string
    mode: Mode
    scopes?: readonly string[]
    networks?: readonly string[]
    label?: string
    /** In each window of ten seconds; 1,000 unless given. */
    requestsPerWindow?: number | undefined
    actor: string
    reason: string
  },
): Promise<IssuedKey> {
  const scopes = parseScopes(input.scopes ?? [])
  const ipList = (input.networks ?? []).map(parseNetwork)
  const label = parseLabel(input.label ?? '')
  const requestsPerWindow = parseRequestLimit(input.requestsPerWindow)
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const business = await requireBusiness(sql, input.business)
    const issued = await storeNewKey(sql, deps, {
      businessId: business.id,
      mode: input.mode,
      scopes,
      ipList,
      label,
      requestsPerWindow,
    })
    await appendAudit(sql, {
      actor,
      action: 'key.issued',
      subject: formatId('key', issued.key.id),
      reason: input.reason,
      details: {
        business: formatId('business', business.id),
        mode: input.mode,
        scopes,
        ipList,
        requestsPerWindow,
      },
    })
    return issued
  })
}

/** Inside the caller's transaction, which also writes why. */
export async function storeNewKey(
  sql: Sql,
  { cell, peppers }: Pick<KeyDeps, 'cell' | 'peppers'>,
  wanted: Omit<NewKey, 'id'>,
): Promise<IssuedKey> {
  const secret = generateKey({ mode: wanted.mode, cell })
  const key = { ...wanted, id: newId() }
  await insertKey(sql, key, newestHmac(secret, peppers))
  return { key, secret }
}

function parseLabel(text: string): string {
  const label = text.trim()
  if (label.length <= 100) return label
  throw new Refusal('label_invalid', 'A label has at most 100 characters.')
}
