import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { BankFeeds } from '../../movements/feeds/bank-feed.ts'
import type { FeedHint } from '../../movements/feeds/feed-hint-store.ts'

/** Dependencies of the flows that read from banks. */
export type CreditDeps = Readonly<{
  pool: Pool
  clock: Clock
  feeds: BankFeeds
  /** Called with each failed request to a bank. The rows keep only the last failure. */
  onFeedFailure: (about: Readonly<{ vendor: string; accountId: string | undefined }>, why: string) => void
  /** Called when we give up a notified payment: the bank did not know it for three days, and is no longer queried about it. */
  onHintGivenUp: (hint: FeedHint) => void
}>
