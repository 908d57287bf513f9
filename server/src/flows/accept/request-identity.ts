import { hash } from 'node:crypto'
import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'

/** What the caller calls its request; a reference is made where it gave none. */
export type GivenNames = Readonly<{ reference: string | null; idempotencyKey: string | null }>

/** What is settled about a request before any rule is asked. */
export type KnownRequest = Readonly<{ id: string; names: RequestNames; meaning: Buffer; now: Date }>

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

const SAME_WITHIN_MS = 10 * 60 * 1000

/** What takes tokens and was given no name is accepted once: the same accepted after this is taken for it. Undefined when it was named. */
export function guardSince({ names, now }: Pick<KnownRequest, 'names' | 'now'>): Date | undefined {
  const isNamed = names.isReferenceGiven || names.idempotencyKey !== null
  return isNamed ? undefined : new Date(now.getTime() - SAME_WITHIN_MS)
}
