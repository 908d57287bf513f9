import type { Subscriber } from './open-subscribers.ts'
import type { DeliveryState } from './read-deliveries.ts'
import type { FedEvent } from './read-feeds.ts'
import type { Receipt } from './receipt.ts'

export type Verdict = Readonly<{
  /** Number of events times endpoints. */
  wanted: number
  /** The receiver has the event and acknowledged it. */
  delivered: number
  /** The receiver does not have the event, and our row says that it is pending or given up. */
  accounted: number
  missing: readonly string[]
  /** Requests that are not in the feed, have another body, came to the wrong place, or lack our signature. */
  invented: readonly string[]
  /** Events that were accepted more than once. */
  duplicates: number
  /** Time from the event to its first receipt at healthy receivers, with the time of the event. */
  healthy: ReadonlyArray<Readonly<{ createdAt: number; tookMs: number }>>
}>

/** Compares the receivers' log with the feed. Our rows are used only for events that did not arrive. */
export function judgeReceipts(
  feeds: ReadonlyArray<Readonly<{ subscriber: Subscriber; events: readonly FedEvent[] }>>,
  receipts: readonly Receipt[],
  rows: ReadonlyMap<string, DeliveryState>,
): Verdict {
  const wanted = new Map<string, FedEvent>()
  for (const { subscriber, events } of feeds)
    for (const { place } of subscriber.endpoints)
      for (const event of events) wanted.set(`${place} ${event.id}`, event)

  const invented: string[] = []
  const taken = new Map<string, number>()
  let duplicates = 0
  for (const { at, place, eventId, status, isSigned, digest } of receipts) {
    const key = `${place} ${eventId}`
    const event = wanted.get(key)
    if (event === undefined || event.digest !== digest || !isSigned)
      invented.push(`${key}: ${event === undefined ? 'unknown' : isSigned ? 'other content' : 'not signed'}`)
    if (status < 200 || status > 299) continue
    if (taken.has(key)) duplicates += 1
    else taken.set(key, at)
  }

  const missing: string[] = []
  const healthy: Array<Verdict['healthy'][number]> = []
  let accounted = 0
  for (const [key, { createdAt }] of wanted) {
    const at = taken.get(key)
    const state = rows.get(key)
    if (at !== undefined) {
      if (key.startsWith('/healthy/')) healthy.push({ createdAt, tookMs: at - createdAt })
    } else if (state === 'pending' || state === 'given_up') accounted += 1
    else missing.push(`${key}: ${state ?? 'no row'}`)
  }
  return { wanted: wanted.size, delivered: taken.size, accounted, missing, invented, duplicates, healthy }
}
