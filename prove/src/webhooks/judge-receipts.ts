import type { Subscriber } from './open-subscribers.ts'
import type { DeliveryState } from './read-deliveries.ts'
import type { FedEvent } from './read-feeds.ts'
import type { Receipt } from './receipt.ts'

export type Verdict = Readonly<{
  /** Events times endpoints. */
  wanted: number
  /** The receiver has it and said so. */
  delivered: number
  /** It has not, and our row says that it is tried again, or was given up. */
  accounted: number
  missing: readonly string[]
  /** What came and was not in the feed, in other words, to the wrong place, or without our signature. */
  invented: readonly string[]
  /** Taken more than once. */
  duplicates: number
  /** From the event to its first receipt at healthy receivers, with the time of the event. */
  healthy: ReadonlyArray<Readonly<{ createdAt: number; tookMs: number }>>
}>

/** The receivers' log beside the feed; our rows are only asked about what did not arrive. */
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
      invented.push(`${key}: ${event === undefined ? 'unknown' : isSigned ? 'other words' : 'not signed'}`)
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
