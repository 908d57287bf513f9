import { postponeDueHints } from '../../movements/feeds/feed-hint-store.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { CreditDeps } from './credit-deps.ts'
import type { HintAnswer } from './reread-hints.ts'

/**
 * A bank that answered nothing at all is not asked for the rest one by one: all that is due at the account (or names
 * none) waits for as long as the first of them. Returns whether that was so.
 */
export async function standBack(
  { pool, clock }: CreditDeps,
  answers: readonly HintAnswer[],
  accountId: string | null,
): Promise<boolean> {
  const [first] = answers
  if (first === undefined || answers.some(({ reread }) => reread.kind !== 'unavailable')) return false
  const now = clock.now()
  const dueAt = new Date(now.getTime() + retryDelayMs(first.hint.tries, Math.random()))
  await postponeDueHints(pool, { ...first.hint, accountId }, 'the bank answers nothing', now, dueAt)
  return true
}
