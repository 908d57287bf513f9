import { advancePayouts } from '../../flows/payouts/advance-payouts.ts'
import { payoutTimes } from '../../flows/payouts/payout-deps.ts'
import { createDurableObject } from './durable-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** One durable object per payout account: whatever is paid from it, one holder at a time. */
export function createPayoutObject({ pool, clock, payer, payoutPace, logger }: WorkerDeps) {
  const working = {
    pool,
    clock,
    payer,
    times: { ...payoutTimes, ...payoutPace },
    onNotice: (accountId: string, words: string) =>
      logger.warn(
        { accountId, words },
        'something about a payout account may need people; see docs/reference/payouts.md',
      ),
    onFailure: (accountId: string, error: unknown) =>
      logger.error({ accountId, err: error }, 'a look at a payout account failed and will be tried again'),
  }
  return createDurableObject('payout-account', async (id) => advancePayouts(working, id), clock)
}
