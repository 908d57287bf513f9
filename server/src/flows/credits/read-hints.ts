import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import { nextHintDueAt, selectDueHints } from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import { rereadHints } from './reread-hints.ts'
import { settleHint } from './settle-hint.ts'
import { standBack } from './stand-back.ts'

export type HintsRead = Readonly<{ recorded: number; nextAt: Date | undefined }>

const HINTS_A_ROUND = 16

/**
 * Asks the bank for what is hinted at an account and records its answers. A hint is gone in the commit that records what
 * it hints at, so it may be read twice and is never lost.
 */
export async function readHints(
  deps: CreditDeps,
  account: BankAccount,
  signal: AbortSignal,
): Promise<HintsRead> {
  let recorded = 0
  while (!signal.aborted) {
    const hints = await selectDueHints(deps.pool, account.id, deps.clock.now(), HINTS_A_ROUND)
    if (hints.length === 0) break
    const answers = await rereadHints(deps, hints, signal)
    for (const { hint, reread } of answers)
      recorded += (await settleHint(deps, hint, reread, account))?.count ?? 0
    if (await standBack(deps, answers, account.id)) break
  }
  return { recorded, nextAt: await nextHintDueAt(deps.pool, account.id) }
}
