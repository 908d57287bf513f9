import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { recordLines } from '../../movements/credits/bank-line-store.ts'
import type { RecentLines } from '../../movements/credits/recent-lines.ts'
import {
  type BankAccount,
  type BegunLook,
  readFeedCursor,
  recordPoll,
} from '../../movements/feeds/bank-account-store.ts'
import type { BankFeed, FeedPage } from '../../movements/feeds/bank-feed.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { CreditDeps } from './credit-deps.ts'
import { withoutAside } from './record-answers.ts'

/** `hasMore` is true when only a part was read and more can be read at once. */
export type FeedPolled = Readonly<{ recorded: number; hasMore: boolean }>

type PollDeps = CreditDeps & Readonly<{ pollMs: number; heard: RecentLines }>

const PAGES_A_CALL = 20

/**
 * Reads an account's list from its cursor, if it is time. Each page is recorded in the commit that moves the cursor, so after a crash a
 * page may be read twice, and none is lost. A vendor that fails is retried with growing gaps, which affect only the polling of this
 * account.
 */
export async function pollFeed(
  deps: PollDeps,
  { account, pollDueAt, pollFailures }: Pick<BegunLook, 'account' | 'pollDueAt' | 'pollFailures'>,
  signal: AbortSignal,
): Promise<FeedPolled> {
  const feed = account.feed === null ? undefined : deps.feeds[account.mode].get(account.feed)
  if (feed?.list === undefined) return { recorded: 0, hasMore: false }
  if (pollDueAt !== undefined && pollDueAt > deps.clock.now()) return { recorded: 0, hasMore: false }

  let recorded = 0
  let cursor = await readFeedCursor(deps.pool, account.id, feed.source)
  let hasMore = true
  for (let pages = 0; hasMore && pages < PAGES_A_CALL && !signal.aborted; pages += 1) {
    try {
      const page = await feed.list(account, cursor, signal)
      recorded += await recordPage(deps, account, feed, page)
      cursor = page.cursor ?? cursor
      hasMore = page.hasMore
    } catch (error) {
      // Another process holds the lock of the account. That is not a failure of the bank.
      if (isLockTimeout(error)) throw error
      // If the database failed, noting the failure fails too, and the driver gets that error.
      await noteFailure(deps, account, feed, error, pollFailures)
      return { recorded, hasMore: false }
    }
  }
  if (!hasMore) await noteSuccess(deps, account)
  return { recorded, hasMore }
}

async function recordPage(
  { pool, clock, heard }: PollDeps,
  account: BankAccount,
  { source }: BankFeed,
  { lines, unreadable, cursor }: FeedPage,
): Promise<number> {
  const at = clock.now()
  const list = { accountId: account.id, source }
  const ours = lines.filter(({ accountNumber }) => accountNumber === account.accountNumber)
  const news = heard.leaveOut(list, ours, at)
  const outcomes = await recordLines(pool, { ...list, lines: news, unreadable, cursor, at })
  heard.keep(list, withoutAside(news, outcomes), at)
  return outcomes.filter(({ outcome }) => outcome === 'new').length
}

async function noteSuccess({ pool, clock, pollMs }: PollDeps, account: BankAccount): Promise<void> {
  const at = clock.now()
  await recordPoll(pool, account.id, { at, dueAt: new Date(at.getTime() + pollMs), error: undefined })
}

async function noteFailure(
  { pool, clock, onFeedFailure }: PollDeps,
  account: BankAccount,
  feed: BankFeed,
  error: unknown,
  failures: number,
): Promise<void> {
  const why = error instanceof Error ? error.message : String(error)
  onFeedFailure({ vendor: feed.vendor, accountId: account.id }, why)
  const at = clock.now()
  const dueAt = new Date(at.getTime() + retryDelayMs(failures, Math.random()))
  await recordPoll(pool, account.id, { at, dueAt, error: why })
}
