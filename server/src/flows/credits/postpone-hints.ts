import {
  type FeedHint,
  giveUpHint,
  postponeDueHints,
  postponeHint,
} from '../../movements/feeds/feed-hint-store.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { CreditDeps } from './credit-deps.ts'
import type { HintAnswer } from './reread-hints.ts'

type PostponeDeps = Pick<CreditDeps, 'pool' | 'clock' | 'onHintGivenUp'>

/** Postpones a hint about a payment that the bank does not know yet: retries with growing gaps for three days. */
export async function postponeUnknown(deps: PostponeDeps, hint: FeedHint, why: string): Promise<void> {
  const now = deps.clock.now()
  if (isGivenUp(hint.receivedAt, now)) {
    await giveUpHint(deps.pool, hint, why, now)
    deps.onHintGivenUp(hint)
    return
  }
  await postponeHint(deps.pool, hint, why, later(now, hintDelayMs(hint.tries, Math.random())))
}

/** Postpones a hint when the bank could not be queried. Such a hint is never given up. */
export async function postponeFailed(
  { pool, clock }: PostponeDeps,
  hint: FeedHint,
  why: string,
): Promise<void> {
  await postponeHint(pool, hint, why, later(clock.now(), retryDelayMs(hint.tries, Math.random())))
}

/**
 * If the bank answered none of the requests, postpones every due hint of the account, or every hint without an account. All of them wait as
 * long as the first hint. Returns whether hints were postponed.
 */
export async function postponeUnanswered(
  { pool, clock }: CreditDeps,
  answers: readonly HintAnswer[],
  accountId: string | null,
): Promise<boolean> {
  const [first] = answers
  if (first === undefined || answers.some(({ reread }) => reread.kind !== 'unavailable')) return false
  const now = clock.now()
  const dueAt = later(now, retryDelayMs(first.hint.tries, Math.random()))
  await postponeDueHints(pool, { ...first.hint, accountId }, 'the bank does not answer', now, dueAt)
  return true
}

const LONGEST_HINT_DELAY_MS = 60 * 60_000
const GIVEN_UP_AFTER_MS = 72 * 60 * 60_000

/** Delay while a bank does not know a notified payment yet: one second, doubled up to an hour. `chance` is in [0, 1). */
export function hintDelayMs(tries: number, chance: number): number {
  return retryDelayMs(tries, chance, LONGEST_HINT_DELAY_MS)
}

/**
 * Returns whether a notification is too old to be queried again. Vendors repeat a notification for three days. Then operators resolve it.
 */
export function isGivenUp(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() > GIVEN_UP_AFTER_MS
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
