import type { ReceivedEvent } from './feed-client.ts'

export type Replica = Readonly<{
  /** Takes an event once, however often it comes. */
  take(event: ReceivedEvent): void
  /** Whether events of the feed are missing before this one. */
  gapByNumber(event: ReceivedEvent): boolean
  /** Whether steps of its transaction are missing before this event. */
  gapBySequence(event: ReceivedEvent): boolean
  lastNumber(): number
  events(): number
  /** The newest that is known of each transaction. */
  transactions(): ReadonlyMap<string, ReceivedEvent>
}>

/** All that a business needs to keep in order to know its transactions from events alone. */
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
