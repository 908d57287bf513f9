import { advanceLane } from '../../flows/deliveries/advance-lane.ts'
import { laneTimes } from '../../flows/deliveries/lane-deps.ts'
import { createDurableObject } from './durable-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** One durable object per lane: whatever is sent from that wallet, one holder at a time. */
export function createLaneObject({ pool, clock, chains, signer, logger }: WorkerDeps) {
  const working = {
    pool,
    clock,
    chains,
    signer,
    times: laneTimes,
    onAnswers: (laneId: string, words: readonly string[]) =>
      logger.debug({ laneId, words }, 'a chain answered to what was sent'),
    onNotice: (laneId: string, words: string) =>
      logger.warn(
        { laneId, words },
        'something about a lane may need people; see docs/reference/transfers.md',
      ),
    onFailure: (laneId: string, error: unknown) =>
      logger.error({ laneId, err: error }, 'a look at a lane failed and will be tried again'),
  }
  return createDurableObject('lane', async (id) => advanceLane(working, id), clock)
}
