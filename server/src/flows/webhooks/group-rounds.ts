import type { Clock } from '../../kernel/clock/clock.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import {
  type RoundRecord,
  recordRounds,
  takeRounds,
  type WebhookRound,
} from '../../records/webhooks/webhook-round-store.ts'
import type { WebhookTimes } from './webhook-times.ts'

/** Takes and records the rounds of all endpoints of this process. */
export type WebhookRounds = Readonly<{
  /** Undefined if the endpoint no longer exists. May be repeated. */
  take(endpointId: string): Promise<WebhookRound | undefined>
  /** Returns when the next check is due, if the round ends the check. */
  record(round: RoundRecord): Promise<Date | undefined>
}>

const GROUP_LIMITS = { slots: 2, most: 25, queue: 100_000 }
// Only the bookkeeping waits, after the endpoint has answered. Endpoints that got their events together answer at about the same time.
const GATHER_ANSWERS = { ms: 25, enough: 25 }

/**
 * Groups the rounds of endpoints that become due or have answered at the same time: a commit costs more than the rows of one endpoint. An
 * endpoint that hangs delays nobody, because a round joins a group only after its own answers.
 */
export function groupRounds({
  pool,
  clock,
  times,
}: Readonly<{ pool: Pool; clock: Clock; times: WebhookTimes }>): WebhookRounds {
  const taking = createGroupCommits<string, WebhookRound | undefined>({
    ...GROUP_LIMITS,
    commit: async (ids) => takeRounds(pool, ids, clock.now(), times),
    isUndone: () => true,
  })
  const recording = createGroupCommits<RoundRecord, Date | undefined>({
    ...GROUP_LIMITS,
    gather: GATHER_ANSWERS,
    commit: async (rounds) => {
      const at = clock.now()
      const failingBefore = new Date(at.getTime() - times.disableAfterMs)
      return recordRounds(pool, rounds, { failingBefore, at })
    },
    // An attempt may be counted only once, so a group is repeated only if it is certain that none of it was committed.
    isUndone,
  })
  return { take: taking.submit, record: recording.submit }
}
