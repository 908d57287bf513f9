import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids/ids.ts'
import type { Tenant } from '../../kernel/postgres/pool.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'
import type { Metadata } from '../../records/transactions/metadata.ts'

/** Names that the caller gave its request. A request without a reference gets a generated one. */
export type GivenNames = Readonly<{ reference: string | null; idempotencyKey: string | null }>

/** Labels that the caller gave its transaction, sorted; null for none. */
export type GivenLabels = Readonly<{ metadata?: Metadata | null | undefined }>

/** The caller: the tenant of an API key and its agreed terms. */
export type Asking = Readonly<{ tenant: Tenant; terms: BusinessTerms }>

/** Identity of a request, fixed before any rule is checked. */
export type RequestIdentity = Readonly<{ id: string; names: RequestNames; meaning: Buffer }>

export function identifyRequest(given: GivenNames, meaning: Buffer): RequestIdentity {
  const id = newId()
  return { id, names: namesOf(given, id), meaning }
}

/** Returns the fields that every accepted transaction has, of any type. */
export function commonFields({ tenant }: Asking, { id, names, meaning }: RequestIdentity) {
  const { reference, idempotencyKey } = names
  return { ...tenant, id, reference, idempotencyKey, meaning }
}

export function namesOf({ reference, idempotencyKey }: GivenNames, transactionId: string): RequestNames {
  return {
    reference: reference ?? `afr-${transactionId.replaceAll('-', '')}`,
    isReferenceGiven: reference !== null,
    idempotencyKey,
  }
}

/**
 * Returns a digest of the request after parsing: `15000`, `15000.00` and `"15000"` are the same amount, and two names of one bank are the
 * same bank. The digest does not cover the caller's reference and idempotency key.
 */
export function meaningOf(parts: readonly (string | bigint | null)[]): Buffer {
  const text = JSON.stringify(parts.map((part) => (typeof part === 'bigint' ? part.toString() : part)))
  return hash('sha256', text, 'buffer')
}

/** Returns the part of the meaning that labels add. Nothing without labels, so that older requests keep their digest. */
export function labelsMeaning({ metadata }: GivenLabels): readonly string[] {
  return metadata ? [JSON.stringify(metadata)] : []
}

/** Normalises spelling variants of one name: spaces and letter case. */
export function nameMeaning(name: string | null): string | null {
  return name === null ? null : name.trim().replace(/\s+/g, ' ').toLowerCase()
}

const DUPLICATE_WINDOW_MS = 10 * 60 * 1000

/**
 * Returns the start of the duplicate window of a sell or withdrawal that has no reference and no idempotency key. If an identical request
 * was accepted since then, this one is a duplicate. Returns undefined for a request that has a reference or an idempotency key.
 */
export function guardSince(names: RequestNames, now: Date): Date | undefined {
  const isNamed = names.isReferenceGiven || names.idempotencyKey !== null
  return isNamed ? undefined : new Date(now.getTime() - DUPLICATE_WINDOW_MS)
}
