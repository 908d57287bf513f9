import type { CreditDeps } from '../../flows/credits/credit-deps.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** What the reading of banks needs of a worker; failures go to its log, without a word about payers. */
export function creditDeps({ pool, clock, logger, banks }: WorkerDeps): CreditDeps {
  return {
    pool,
    clock,
    feeds: banks.feeds,
    onFeedFailure: (about, why) =>
      logger.warn({ ...about, why }, 'a bank could not be read; it will be asked again'),
    onHintGivenUp: ({ mode, vendor, key, receivedAt }) =>
      logger.error(
        { mode, vendor, hint: key, receivedAt },
        'a bank does not know what it notified; see docs/runbooks/feed-behind.md',
      ),
  }
}
