import type { Mode } from '../../kernel/mode.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import {
  claimStrayHints,
  type FeedHint,
  nextHintDueAt,
  selectDueHints,
} from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import { postponeUnanswered } from './postpone-hints.ts'
import { recordAnswers, settleHint } from './record-answers.ts'
import { type HintAnswer, rereadHints } from './reread-hints.ts'

type HintsRead = Readonly<{
  recorded: number
  /** More are due, and the bank answers. */
  hasMore: boolean
  nextAt: Date | undefined
}>

// So many are recorded together, and so many asked for before it is seen whether the bank answers at all.
const HINTS_A_ROUND = 64
const ASKED_AT_ONCE = 16

/**
 * Asks the bank for some of what is hinted at an account and records its answers. A hint is gone in the commit that records what
 * it hints at, so it may be read twice and is never lost.
 */
export async function readHints(
  deps: CreditDeps,
  account: BankAccount,
  signal: AbortSignal,
): Promise<HintsRead> {
  const hints = await selectDueHints(deps.pool, account.id, deps.clock.now(), HINTS_A_ROUND)
  const answers = await askWhileAnswered(deps, hints, signal)
  const { count, left } = await recordAnswers(deps, answers, account)
  let recorded = count
  for (const { hint, reread } of left) recorded += (await settleHint(deps, hint, reread, account))?.count ?? 0
  const isPostponed = await postponeUnanswered(deps, answers, account.id)
  const hasMore = hints.length === HINTS_A_ROUND && !isPostponed && !signal.aborted
  return { recorded, hasMore, nextAt: hasMore ? undefined : await nextHintDueAt(deps.pool, account.id) }
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
  /** Accounts on which something was recorded; they are due. */
  accountIds: readonly string[]
}>

const STRAY_HINTS_A_ROUND = 16
const STRAY_ROUND_TIMEOUT_MS = 30_000

/**
 * Asks one vendor for what it hinted at without naming an account of ours, and records it where the vendor's own answer
 * says. Vendors are asked apart, so that one that hangs does not hold up the hints of another.
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
