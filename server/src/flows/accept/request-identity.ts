import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids/ids.ts'
import type { Tenant } from '../../kernel/postgres/pool.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'

/** What the caller calls its request; a reference is made where it gave none. */
export type GivenNames = Readonly<{ reference: string | null; idempotencyKey: string | null }>

/** Who asks: the tenant of a key, with what was agreed with it. */
export type Asking = Readonly<{ tenant: Tenant; terms: BusinessTerms }>

/** What is settled about a request before any rule is asked. */
export type RequestIdentity = Readonly<{ id: string; names: RequestNames; meaning: Buffer }>

export function identifyRequest(given: GivenNames, meaning: Buffer): RequestIdentity {
  const id = newId()
  return { id, names: namesOf(given, id), meaning }
}

/** What every accepted transaction is recorded with, whatever it is. */
export function commonFields({ tenant, terms }: Asking, { id, names, meaning }: RequestIdentity) {
  const { reference, idempotencyKey } = names
  return { ...tenant, id, reference, idempotencyKey, dailyLimitMinor: terms.dailyLimitMinor, meaning }
}

export function namesOf({ reference, idempotencyKey }: GivenNames, transactionId: string): RequestNames {
  return {
    reference: reference ?? `afr-${transactionId.replaceAll('-', '')}`,
    isReferenceGiven: reference !== null,
    idempotencyKey,
  }
}

/**
 * The digest of what a request asks for, after it was read: `15000`, `15000.00` and `"15000"` are the same amount, two
 * names of one bank the same bank. What the caller calls the request is no part of it.
 */
export function meaningOf(parts: readonly (string | bigint | null)[]): Buffer {
  const text = JSON.stringify(parts.map((part) => (typeof part === 'bigint' ? part.toString() : part)))
  return hash('sha256', text, 'buffer')
}

/** People write a name in many ways that mean the same person. */
export function nameMeaning(name: string | null): string | null {
  return name === null ? null : name.trim().replace(/\s+/g, ' ').toLowerCase()
}

const DUPLICATE_WINDOW_MS = 10 * 60 * 1000

/** What takes tokens and was given no name is accepted once: the same accepted after this is taken for it. Undefined when it was named. */
export function guardSince(names: RequestNames, now: Date): Date | undefined {
  const isNamed = names.isReferenceGiven || names.idempotencyKey !== null
  return isNamed ? undefined : new Date(now.getTime() - DUPLICATE_WINDOW_MS)
}
