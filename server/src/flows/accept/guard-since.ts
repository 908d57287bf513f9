import type { KnownRequest } from './request-names.ts'

const SAME_WITHIN_MS = 10 * 60 * 1000

/** What takes tokens and was given no name is accepted once: the same accepted after this is taken for it. Undefined when it was named. */
export function guardSince({ names, now }: Pick<KnownRequest, 'names' | 'now'>): Date | undefined {
  const isNamed = names.isReferenceGiven || names.idempotencyKey !== null
  return isNamed ? undefined : new Date(now.getTime() - SAME_WITHIN_MS)
}
