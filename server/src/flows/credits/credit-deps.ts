import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { BankFeeds } from '../../movements/feeds/bank-feed.ts'
import type { FeedHint } from '../../movements/feeds/feed-hint-store.ts'

/** What it takes to read what banks say. */
export type CreditDeps = Readonly<{
  pool: Pool
  clock: Clock
  feeds: BankFeeds
  /** Told of every try at a bank that failed; the rows keep only the last. */
  onFeedFailure: (about: Readonly<{ vendor: string; accountId: string | undefined }>, why: string) => void
  /** Told when a bank does not know what it notified, and is not asked any more. */
  onHintGivenUp: (hint: FeedHint) => void
}>
