import { advanceDeposits } from '../../flows/deposits/advance-deposits.ts'
import { watchTimes } from '../../flows/deposits/deposit-deps.ts'
import { createDurableObject } from './durable-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** One durable object per network that is watched: whatever arrives there, one look at a time. */
export function createDepositsObject({ pool, clock, deposits, nudge, logger }: WorkerDeps) {
  const watching = {
    pool,
    clock,
    watched: deposits,
    times: watchTimes,
    nudge,
    onNotice: (network: string, words: string) =>
      logger.warn(
        { network, words },
        'something about deposits may need people; see docs/reference/deposits.md',
      ),
    onFailure: (cursorId: string, error: unknown) =>
      logger.error({ cursorId, err: error }, 'a look at a network failed and will be tried again'),
  }
  return createDurableObject('deposits', async (id) => advanceDeposits(watching, id), clock)
}
