import { forgetWake, type Nudge } from '../../records/transactions/wake-store.ts'
import { endLook, type WebhookRound } from '../../records/webhooks/webhook-round-store.ts'
import { driveObject, type Taken } from '../advance/drive-object.ts'
import { bodiesOf, type SentRound, sendRound } from './send-round.ts'
import { type WebhookDeps } from './webhook-deps.ts'
import { restAfterMs } from './webhook-times.ts'

const ENGINE_TIMER_MS = 5_000

/**
 * Sends an endpoint the deliveries that are due. One commit turns new events of the feed into delivery rows. Then the deliveries are sent,
 * and another commit records the outcome. Holds no database connection while it sends. If the process dies between the two commits, the
 * delivery is sent again under the same id.
 */
export async function advanceWebhook(
  deps: WebhookDeps,
  id: string,
  { engineTimerMs } = { engineTimerMs: ENGINE_TIMER_MS },
): Promise<Nudge | undefined> {
  const { pool, clock, rounds } = deps
  let round: WebhookRound | undefined
  let hasLooked = false
  return driveObject(
    {
      pool,
      clock,
      unknown: 'webhook_endpoint_unknown',
      engineTimerMs,
      // The statement that reads the due time also takes the first round.
      readWake: async () => {
        round = await rounds.take(id)
        // The endpoint was removed after this call was scheduled.
        if (round === undefined) await forgetWake(pool, id)
        return round?.wake
      },
      findStep: async (wake, now) => {
        const first = round
        if (hasLooked || first === undefined || wake === undefined || wake.dueAt > now) return undefined
        hasLooked = true
        return {
          take: async () => look(deps, id, first, wake.dueAt),
          onFailure: (error) => deps.onFailure(id, error),
        }
      },
    },
    id,
  )
}

async function look(deps: WebhookDeps, id: string, first: WebhookRound, seen: Date): Promise<Taken> {
  const { pool, clock, rounds, times } = deps
  const started = performance.now()
  let round: WebhookRound | undefined = first
  while (round !== undefined) {
    if (round.due.length === 0 && !round.hasMoreEvents) {
      const dueAt = earlier(round.nextDueAt, after(deps, times.idleMs))
      return { dueAt: await endLook(pool, id, { seen, dueAt }) }
    }
    const sent = await sendRound(deps, round, await bodiesOf(deps, round))
    const at = clock.now()
    const restsUntil = sent.isDeaf ? after(deps, restAfterMs(times, sent.failures)) : undefined
    const dueAt = nextLook(deps, round, sent, { at, restsUntil })
    const goesOn = dueAt <= at && performance.now() - started < times.callMs
    const { results, failures } = sent
    const end = goesOn ? undefined : { seen, dueAt }
    const settledAt = await rounds.record({ endpointId: id, results, failures, restsUntil, end })
    if (!goesOn) return { dueAt: settledAt }
    round = await rounds.take(id)
  }
  return { dueAt: undefined }
}

/** Returns the next due time after a round: now, if the round did not include everything that is due. */
function nextLook(
  deps: WebhookDeps,
  round: WebhookRound,
  sent: SentRound,
  { at, restsUntil }: Readonly<{ at: Date; restsUntil: Date | undefined }>,
): Date {
  const isMoreDue =
    round.hasMoreEvents ||
    round.due.length === deps.times.deliveries ||
    sent.results.length < round.due.length
  const retries = sent.results.flatMap(({ nextAt }) => nextAt ?? [])
  const idle = after(deps, deps.times.idleMs)
  const next = isMoreDue ? at : [round.nextDueAt, ...retries].reduce<Date>(earlierOf, idle)
  return restsUntil !== undefined && next < restsUntil ? restsUntil : next
}

function earlierOf(one: Date, other: Date | undefined): Date {
  return earlier(other, one)
}

function earlier(one: Date | undefined, other: Date): Date {
  return one !== undefined && one < other ? one : other
}

function after({ clock }: WebhookDeps, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
