import { isLockTimeout } from '../../kernel/postgres/lock-timeout.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import type { Reread } from '../../movements/feeds/bank-feed.ts'
import type { FeedHint } from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import { putOffHint, putOffUnknownHint } from './put-off-hint.ts'
import { type Recorded, recordAnswer } from './record-answer.ts'

/** Does with a hint what the bank's answer calls for: it is recorded and forgotten, or it waits. */
export async function settleHint(
  deps: CreditDeps,
  hint: FeedHint,
  reread: Reread,
  expected: BankAccount | undefined,
): Promise<Recorded> {
  const about = { vendor: hint.vendor, accountId: expected?.id }
  if (reread.kind === 'unavailable') {
    deps.onFeedFailure(about, reread.why)
    await putOffHint(deps, hint, reread.why)
    return undefined
  }
  if (reread.kind === 'not_found' || reread.lines.length + reread.unreadable.length === 0) {
    await putOffUnknownHint(deps, hint, 'the bank does not know it')
    return undefined
  }
  try {
    const recorded = await recordAnswer(deps, hint, reread, expected)
    if (recorded === undefined)
      await putOffUnknownHint(deps, hint, 'the bank has it on an account that is not ours')
    return recorded
  } catch (error) {
    // Somebody has the account to himself: the look at it gives way, and the hint stays due.
    if (expected !== undefined && isLockTimeout(error)) throw error
    // One answer that cannot be recorded must not hold up the rest. If the record is out of reach, this fails too.
    await putOffHint(deps, hint, error instanceof Error ? error.message : String(error))
    deps.onFeedFailure(about, 'what the bank said could not be recorded')
    return undefined
  }
}
