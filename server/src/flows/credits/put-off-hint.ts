import { type FeedHint, giveUpHint, postponeHint } from '../../movements/feeds/feed-hint-store.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { CreditDeps } from './credit-deps.ts'
import { hintDelayMs, isPastHope } from './hint-delay.ts'

type PutOffDeps = Pick<CreditDeps, 'pool' | 'clock' | 'onHintGivenUp'>

/** The bank does not know it (yet): asked again with growing gaps, for three days. */
export async function putOffUnknownHint(deps: PutOffDeps, hint: FeedHint, why: string): Promise<void> {
  const now = deps.clock.now()
  if (isPastHope(hint.receivedAt, now)) {
    await giveUpHint(deps.pool, hint, why, now)
    deps.onHintGivenUp(hint)
    return
  }
  await postponeHint(deps.pool, hint, why, later(now, hintDelayMs(hint.tries, Math.random())))
}

/** The bank could not be asked, which says nothing about the hint: it is never given up for that. */
export async function putOffHint({ pool, clock }: PutOffDeps, hint: FeedHint, why: string): Promise<void> {
  await postponeHint(pool, hint, why, later(clock.now(), retryDelayMs(hint.tries, Math.random())))
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
