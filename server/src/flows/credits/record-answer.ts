import { inTransaction } from '../../kernel/postgres/pool.ts'
import { recordLines } from '../../movements/credits/record-lines.ts'
import { type BankAccount, findAccountOfFeed } from '../../movements/feeds/bank-account-store.ts'
import type { Reread } from '../../movements/feeds/bank-feed.ts'
import { type FeedHint, finishHint } from '../../movements/feeds/feed-hint-store.ts'
import { wakeNow } from '../../records/transactions/wake-store.ts'
import type { CreditDeps } from './credit-deps.ts'

type Found = Extract<Reread, { kind: 'found' }>

/** Accounts on which something was recorded; undefined when the bank's answer is about none of ours. */
export type Recorded = Readonly<{ count: number; accountIds: readonly string[] }> | undefined

/**
 * Records what the bank says of a hint, on whichever accounts of ours the bank says, and forgets the hint, in one
 * commit. The accounts are due then, so that what was recorded is matched. Whatever the notification said about the
 * account has no say here.
 */
export async function recordAnswer(
  { pool, clock, feeds }: CreditDeps,
  hint: FeedHint,
  { lines, unreadable }: Found,
  expected: BankAccount | undefined,
): Promise<Recorded> {
  const source = feeds[hint.mode].get(hint.vendor)?.source ?? hint.vendor
  const accounts = new Map<string, BankAccount>()
  for (const accountNumber of new Set(lines.map((line) => line.accountNumber))) {
    const { mode, vendor } = hint
    // An account may have changed its feed since; what was notified before is still about it.
    const isExpected = expected?.accountNumber === accountNumber
    const account = isExpected ? expected : await findAccountOfFeed(pool, { mode, vendor, accountNumber })
    if (account !== undefined) accounts.set(account.id, account)
  }
  // What cannot be read names no account: it belongs where the rest is, or where it was expected.
  const oddOn = [...accounts.values()][0] ?? (unreadable.length > 0 ? expected : undefined)
  if (oddOn === undefined) return undefined
  accounts.set(oddOn.id, oddOn)

  const at = clock.now()
  // In one order for everybody, because each is locked until the commit.
  const ordered = [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const count = await inTransaction(pool, async (sql) => {
    let fresh = 0
    for (const account of ordered) {
      const outcomes = await recordLines(sql, {
        accountId: account.id,
        source,
        lines: lines.filter((line) => line.accountNumber === account.accountNumber),
        unreadable: account === oddOn ? unreadable : [],
        cursor: undefined,
        at,
      })
      fresh += outcomes.filter(({ outcome }) => outcome === 'new').length
    }
    await finishHint(sql, hint)
    for (const { id } of ordered) if (id !== expected?.id) await wakeNow(sql, 'bank-account', id, at)
    return fresh
  })
  return { count, accountIds: ordered.map(({ id }) => id) }
}
