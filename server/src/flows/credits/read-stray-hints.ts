import type { Mode } from '../../kernel/mode.ts'
import { claimStrayHints } from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import { rereadHints } from './reread-hints.ts'
import { settleHint } from './settle-hint.ts'
import { standBack } from './stand-back.ts'

export type StraysRead = Readonly<{
  hasMore: boolean
  /** Accounts on which something was recorded; they are due. */
  accountIds: readonly string[]
}>

const HINTS_A_ROUND = 16
const ROUND_MS = 30_000

/**
 * Asks one vendor for what it hinted at without naming an account of ours, and records it where the vendor's own answer
 * says. Vendors are asked apart, so that one that hangs does not hold up the hints of another.
 */
export async function readStrayHints(
  deps: CreditDeps,
  of: Readonly<{ mode: Mode; vendor: string }>,
): Promise<StraysRead> {
  const hints = await claimStrayHints(deps.pool, of, deps.clock.now(), HINTS_A_ROUND)
  const signal = AbortSignal.timeout(ROUND_MS)
  const answers = await rereadHints(deps, hints, signal)
  const accountIds = new Set<string>()
  for (const { hint, reread } of answers) {
    const recorded = await settleHint(deps, hint, reread, undefined)
    for (const id of recorded?.accountIds ?? []) accountIds.add(id)
  }
  const hasStoodBack = await standBack(deps, answers, null)
  return { hasMore: hints.length > 0 && !hasStoodBack, accountIds: [...accountIds] }
}
