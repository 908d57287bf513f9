import { forgetWake, type Nudge, settleWake, type Wake } from '../../records/transactions/wake-store.ts'
import { recordRound, takeRound } from '../../records/webhooks/webhook-round-store.ts'
import { driveOnce } from '../advance/drive-once.ts'
import { loadBodies } from './load-bodies.ts'
import { sendRound } from './send-round.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { restAfterMs } from './webhook-times.ts'

/**
 * Carries what is due to one endpoint: the feed's news become rows in one commit, then they are sent, then what became of them is
 * written in another. No connection to the database is held while something is sent. What is lost between two commits is sent again
 * under the same id.
 */
export async function advanceWebhook(deps: WebhookDeps, id: string): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: 'webhook_endpoint_unknown' }, id, async (wake) => work(deps, id, wake))
}

async function work(deps: WebhookDeps, id: string, wake: Wake): Promise<void> {
  const { pool, clock, times } = deps
  const started = performance.now()
  for (;;) {
    const round = await takeRound(pool, id, clock.now(), times)
    if (round === undefined) {
      // It was removed while something called for it.
      await forgetWake(pool, id)
      return
    }
    let nextDueAt = round.nextDueAt
    let isMoreDue = round.hasMoreEvents || round.due.length === times.deliveries
    if (round.due.length > 0) {
      const bodies = await loadBodies(deps, round)
      const sent = await sendRound(deps, round, bodies)
      const now = clock.now()
      const restsUntil = sent.isDeaf ? later(now, restAfterMs(times, sent.failures)) : undefined
      await recordRound(pool, id, {
        results: sent.results,
        failures: sent.failures,
        restsUntil,
        failingBefore: later(now, -times.disableAfterMs),
        at: now,
      })
      isMoreDue ||= sent.results.length < round.due.length
      for (const { nextAt } of sent.results) nextDueAt = earlier(nextDueAt, nextAt)
      if (restsUntil !== undefined) {
        nextDueAt = isMoreDue || nextDueAt === undefined || nextDueAt < restsUntil ? restsUntil : nextDueAt
        isMoreDue = false
      }
    }
    if (isMoreDue && performance.now() - started < times.callMs) continue
    const now = clock.now()
    const dueAt = isMoreDue ? now : (earlier(nextDueAt, later(now, times.idleMs)) ?? now)
    await settleWake(pool, id, { seen: wake.dueAt, dueAt })
    return
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
