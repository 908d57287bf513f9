import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId, parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { requireBusiness } from '../businesses/business-store.ts'
import type { CaseFile } from '../cases/case-file.ts'
import { formatKeyIssue } from '../decisions/decision-text.ts'
import { type Signing, signDecision } from '../decisions/sign-decision.ts'
import { requireActor } from '../operators/operator-store.ts'
import {
  type ApiKey,
  insertDecidedKey,
  insertKey,
  lockKey,
  markKeyRevoked,
  type NewKey,
  readPublicKey,
  replaceKey,
} from './api-key-store.ts'
import { parseNetwork } from './ip-list.ts'
import { parseRequestLimit, parseScopes } from './key-rights.ts'
import { generateKey, newestHmac, type Peppers } from './key-text.ts'

export type KeyDeps = Readonly<{ pool: Pool; cell: string; peppers: Peppers }>

/** A new key with its secret. The secret is in no row and no log, and is shown only here. */
export type IssuedKey = Readonly<{ key: NewKey; secret: string }>

/** Issues a key for a business. By default it may read, buy and sell, but not pay out or manage webhooks. */
export async function issueKey(
  deps: KeyDeps,
  input: {
    business: string
    mode: Mode
    scopes?: readonly string[]
    networks?: readonly string[]
    label?: string
    /** Limit in each window of ten seconds. Default 1,000. */
    requestsPerWindow?: number | undefined
    /** The key stops working at this time. By default it does not expire. */
    expiresAt?: Date | null | undefined
    /** The public key with which its business signs. Only with the scope payouts. */
    publicKey?: Buffer | undefined
    actor: string
    reason: string
  },
): Promise<IssuedKey> {
  const scopes = parseScopes(input.scopes ?? [])
  const ipList = (input.networks ?? []).map(parseNetwork)
  const label = parseLabel(input.label ?? '')
  const requestsPerWindow = parseRequestLimit(input.requestsPerWindow)
  const expiresAt = input.expiresAt ?? null
  requirePayouts(input.publicKey, scopes)
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
      expiresAt,
      publicKey: input.publicKey ?? null,
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
        expiresAt,
        isSigning: input.publicKey !== undefined,
      },
    })
    return issued
  })
}

/**
 * Issues the key that two operators approved in a case, and returns its secret. Only the proposer of the case may do this, once, within
 * seven days, and confirms it with a passkey: a stolen session is not enough.
 */
export async function issueDecidedKey(
  deps: KeyDeps & { clock: Clock; signing: Signing },
  file: Pick<CaseFile, 'id' | 'mode' | 'kind' | 'businessId' | 'resolution'>,
  operatorId: string,
): Promise<IssuedKey> {
  const { id: caseId, mode, kind } = file
  return inTransaction(deps.pool, async (sql) => {
    const secret = generateKey({ mode, cell: deps.cell })
    const decided = { caseId, operatorId, keyId: newId(), at: deps.clock.now() }
    const key = await insertDecidedKey(sql, decided, newestHmac(secret, deps.peppers)).catch(throwRefusal)
    assert(key !== undefined, 'an issued key must exist')
    await signDecision(sql, deps.signing, {
      text: formatKeyIssue(file),
      operatorId,
      kind,
      action: 'issue_key',
    })
    await appendAudit(sql, {
      actor: operatorId,
      action: 'key.issued',
      subject: formatId('key', key.id),
      reason: `decided in ${formatId('case', caseId)}`,
      details: { business: formatId('business', key.businessId), mode, scopes: key.scopes },
    })
    return { key, secret }
  })
}

function throwRefusal(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'AF447') throw new Refusal('business_not_live', `${message}.`, { cause: error })
  if (code === 'AF448') throw new Refusal('resolution_invalid', `${message}.`, { cause: error })
  throw error
}

/** Runs in the caller's transaction, which also writes the audit line. */
async function storeNewKey(
  sql: Sql,
  { cell, peppers }: Pick<KeyDeps, 'cell' | 'peppers'>,
  wanted: Omit<NewKey, 'id'>,
): Promise<IssuedKey> {
  const secret = generateKey({ mode: wanted.mode, cell })
  const key = { ...wanted, id: newId() }
  await insertKey(sql, key, newestHmac(secret, peppers)).catch(throwRefusal)
  return { key, secret }
}

/** Refuses a public key of a key that cannot pay out: it would protect nothing. */
export function requirePayouts(publicKey: Buffer | undefined, scopes: readonly string[]): void {
  if (publicKey === undefined || scopes.includes('payouts')) return
  throw new Refusal(
    'public_key_invalid',
    'Only a key with the scope "payouts" has a public key. Add the scope.',
  )
}

export function parseLabel(text: string): string {
  const label = text.trim()
  if (label.length <= 100) return label
  throw new Refusal('label_invalid', 'A label has at most 100 characters. Shorten it.')
}

export const defaultOverlapHours = 24
const MAX_OVERLAP_HOURS = 30 * 24

/**
 * Issues a successor with the same rights. Both keys work until the overlap ends, so that no request fails. A key that was issued until a
 * time does not pass it on: the caller names the successor's expiry, or null for none. A key that expired at that time can still be
 * rotated.
 */
export async function rotateKey(
  deps: KeyDeps & { clock: Clock },
  input: {
    keyId: string
    overlapHours?: number
    expiresAt?: Date | null | undefined
    actor: string
    reason: string
  },
): Promise<IssuedKey & { oldKeyExpiresAt: Date }> {
  const now = deps.clock.now()
  const overlapEndsAt = new Date(now.getTime() + parseOverlap(input.overlapHours) * 3_600_000)
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const old = await requireKey(sql, input.keyId)
    const wasRotated = old.replacedBy !== null || old.issuedUntil === null
    if (wasRotated && old.expiresAt !== null && old.expiresAt <= now) {
      throw new Refusal('key_expired', 'This key was rotated and has expired. Rotate its successor.')
    }
    if (old.issuedUntil !== null && input.expiresAt === undefined) {
      throw new Refusal(
        'expiry_invalid',
        `This key was issued until ${old.issuedUntil.toISOString()}. Pass the expiry of the new key: --expires <date>, or --expires never.`,
      )
    }
    // A second rotation never extends the old key beyond the expiry that the first one set.
    const oldKeyExpiresAt =
      old.expiresAt !== null && old.expiresAt < overlapEndsAt ? old.expiresAt : overlapEndsAt
    const { businessId, mode, scopes, ipList, label, requestsPerWindow } = old
    const rights = { businessId, mode, scopes, ipList, label, requestsPerWindow }
    const publicKey = await readPublicKey(sql, old.id)
    const issued = await storeNewKey(sql, deps, { ...rights, expiresAt: input.expiresAt ?? null, publicKey })
    await replaceKey(sql, old.id, issued.key.id, oldKeyExpiresAt)
    await appendAudit(sql, {
      actor,
      action: 'key.rotated',
      subject: formatId('key', old.id),
      reason: input.reason,
      details: {
        successor: formatId('key', issued.key.id),
        expiresAt: oldKeyExpiresAt.toISOString(),
        successorExpiresAt: issued.key.expiresAt,
      },
    })
    return { ...issued, oldKeyExpiresAt }
  })
}

function parseOverlap(hours = defaultOverlapHours): number {
  if (hours >= 0 && hours <= MAX_OVERLAP_HOURS) return hours
  throw new Refusal('overlap_invalid', `The overlap must be 0 to ${MAX_OVERLAP_HOURS} hours.`)
}

/**
 * Revokes a key permanently. Processes that have it in their cache follow within five seconds. Pauses the webhook endpoints that the key
 * opened or changed, because their URLs may belong to a thief of the key.
 */
export async function revokeKey(
  deps: { pool: Pool; clock: Clock },
  input: { keyId: string; actor: string; reason: string },
): Promise<ApiKey & { pausedEndpoints: readonly string[] }> {
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const key = await requireKey(sql, input.keyId)
    const at = deps.clock.now()
    const paused = await markKeyRevoked(sql, key.id, at)
    const pausedEndpoints = paused.map((id) => formatId('webhookEndpoint', id))
    const subject = formatId('key', key.id)
    const { reason } = input
    await appendAudit(sql, { actor, action: 'key.revoked', subject, reason, details: { pausedEndpoints } })
    for (const endpoint of pausedEndpoints) {
      const action = 'webhook_endpoint.paused'
      await appendAudit(sql, { actor, action, subject: endpoint, reason, details: { key: subject } })
    }
    return { ...key, pausedEndpoints }
  })
}

/** Finds a key by its id and locks it for a change. A revoked key cannot be changed. */
async function requireKey(sql: Sql, keyId: string): Promise<ApiKey> {
  const id = parseId('key', keyId)
  const key = id === undefined ? undefined : await lockKey(sql, id)
  if (key === undefined) {
    throw new Refusal(
      'key_id_unknown',
      `No key has the id "${keyId}". Pass the id (key_…), never the secret.`,
    )
  }
  if (key.revokedAt !== null) {
    throw new Refusal(
      'key_revoked',
      `This key was revoked on ${key.revokedAt.toISOString()}. Issue a new one.`,
    )
  }
  return key
}
