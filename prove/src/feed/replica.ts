import type { ReceivedEvent } from './feed-client.ts'

export type Replica = Readonly<{
  /** Applies an event once, also if it arrives several times. */
  take(event: ReceivedEvent): void
  /** Reports whether events of the feed are missing before this one. */
  gapByNumber(event: ReceivedEvent): boolean
  /** Reports whether steps of the transaction are missing before this event. */
  gapBySequence(event: ReceivedEvent): boolean
  lastNumber(): number
  events(): number
  /** The newest known event of each transaction. */
  transactions(): ReadonlyMap<string, ReceivedEvent>
}>

/** Creates the state that a business needs to know its transactions from events alone. */
export function createReplica(): Replica {
  const newest = new Map<string, ReceivedEvent>()
  const seen = new Set<string>()
  let last = 0
  return {
    take: (event) => {
      if (seen.has(event.id)) return
      seen.add(event.id)
      last = Math.max(last, event.number)
      const known = newest.get(event.transactionId)
      if (known === undefined || known.sequence < event.sequence) newest.set(event.transactionId, event)
    },
    gapByNumber: ({ number }) => number > last + 1,
    gapBySequence: ({ transactionId, sequence }) => sequence > (newest.get(transactionId)?.sequence ?? 0) + 1,
    lastNumber: () => last,
    events: () => seen.size,
    transactions: () => newest,
  }
}
