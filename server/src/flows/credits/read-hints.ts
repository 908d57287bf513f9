import type { Mode } from '../../kernel/mode.ts'
import type { RecentLines } from '../../movements/credits/recent-lines.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import { claimStrayHints, type FeedHint, selectDueHints } from '../../movements/feeds/feed-hint-store.ts'
import type { Matched } from '../../movements/matching/match-account.ts'
import type { CreditDeps } from './credit-deps.ts'
import { postponeUnanswered } from './postpone-hints.ts'
import { recordAnswers, settleHint } from './record-answers.ts'
import { type HintAnswer, rereadHints } from './reread-hints.ts'

export type HintsRead = Readonly<{
  recorded: number
  /** What the matching in the commit that recorded them did. */
  matched: Matched | undefined
  /** That matching saw every line that was read, and no credit is due now. */
  isAllMatched: boolean
  /** More hints are due, and the bank answers. */
  hasMore: boolean
}>

// A round records up to 64 hints. It asks the bank about 16 at a time, and stops when the bank answers none of the 16.
export const HINTS_A_ROUND = 64
const ASKED_AT_ONCE = 16

/**
 * Requests some of the hinted payments of an account from the bank, records the answers and matches most of them. A hint is deleted in the
 * commit that records its payment, so it may be read twice and is never lost. `due` are the first due hints, if the caller has read them.
 * `onMatched` is told at once what a commit matched, because a later answer may fail.
 */
export async function readHints(
  deps: CreditDeps & Readonly<{ heard: RecentLines }>,
  account: BankAccount,
  signal: AbortSignal,
  due?: readonly FeedHint[],
  onMatched?: (matched: Matched) => Promise<void>,
): Promise<HintsRead> {
  const hints = due ?? (await selectDueHints(deps.pool, account.id, deps.clock.now(), HINTS_A_ROUND))
  const answers = await askWhileAnswered(deps, hints, signal)
  const { count, matched, left } = await recordAnswers(deps, answers, account)
  if (matched !== undefined) await onMatched?.(matched)
  let later = 0
  for (const { hint, reread } of left) later += (await settleHint(deps, hint, reread, account))?.count ?? 0
  const isPostponed = await postponeUnanswered(deps, answers, account.id)
  return {
    recorded: count + later,
    matched,
    isAllMatched: matched !== undefined && !matched.hasMore && left.length === 0,
    hasMore: hints.length === HINTS_A_ROUND && !isPostponed && !signal.aborted,
  }
}

async function askWhileAnswered(
  deps: CreditDeps,
  hints: readonly FeedHint[],
  signal: AbortSignal,
): Promise<HintAnswer[]> {
  const answers: HintAnswer[] = []
  for (let first = 0; first < hints.length; first += ASKED_AT_ONCE) {
    const some = await rereadHints(deps, hints.slice(first, first + ASKED_AT_ONCE), signal)
    answers.push(...some)
    if (some.every(({ reread }) => reread.kind === 'unavailable')) break
  }
  return answers
}

type StraysRead = Readonly<{
  hasMore: boolean
  /** Accounts that got new lines, which must be matched. The caller nudges these accounts. */
  accountIds: readonly string[]
}>

const STRAY_HINTS_A_ROUND = 16
const STRAY_ROUND_TIMEOUT_MS = 30_000

/**
 * Handles the hints of one vendor that name none of our accounts. Requests the payments from the vendor, and records them on the accounts
 * that its answer names. Each vendor is queried separately, so that a vendor that hangs does not delay the hints of another vendor.
 */
export async function readStrayHints(
  deps: CreditDeps,
  of: Readonly<{ mode: Mode; vendor: string }>,
): Promise<StraysRead> {
  const hints = await claimStrayHints(deps.pool, of, deps.clock.now(), STRAY_HINTS_A_ROUND)
  const signal = AbortSignal.timeout(STRAY_ROUND_TIMEOUT_MS)
  const answers = await rereadHints(deps, hints, signal)
  const accountIds = new Set<string>()
  for (const { hint, reread } of answers) {
    const recorded = await settleHint(deps, hint, reread, undefined)
    for (const id of recorded?.accountIds ?? []) accountIds.add(id)
  }
  const isPostponed = await postponeUnanswered(deps, answers, null)
  return { hasMore: hints.length > 0 && !isPostponed, accountIds: [...accountIds] }
}
