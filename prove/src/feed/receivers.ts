import type { Random } from '../fuzz/random.ts'
import type { FeedClient, ReceivedEvent } from './feed-client.ts'
import { createReplica, type Replica } from './replica.ts'

/** A receiver that loses events, and its result. */
export type LossyReceiver = Readonly<{
  replica: Replica
  /** Delivers events in the feed's order. Some are lost on the way, and some arrive twice. */
  bring(events: readonly ReceivedEvent[]): Promise<void>
  /** `made`: gaps that the receiver can notice. `detected`: gaps that it noticed. */
  gaps(): Readonly<{ made: number; detected: number }>
}>

/** Creates a receiver that finds gaps by the feed's numbers. It then reads the feed from its last number. */
export function receiveByNumber(client: FeedClient, random: Random): LossyReceiver {
  const replica = createReplica()
  let [made, detected, losing] = [0, 0, 0]
  let isOpen = false
  return {
    replica,
    gaps: () => ({ made, detected }),
    bring: async (events) => {
      for (const event of events) {
        if (losing > 0) {
          losing -= 1
          continue
        }
        // Filling a gap may already have delivered this event.
        if (event.number > replica.lastNumber() && random.oneIn(12)) {
          // Adjacent lost events are one gap.
          if (!isOpen) made += 1
          isOpen = true
          losing = random.between(0, 15)
          continue
        }
        if (replica.gapByNumber(event)) {
          detected += 1
          isOpen = false
          await fillUpTo(client, replica, event.number)
        }
        replica.take(event)
        if (random.oneIn(9)) replica.take(event)
      }
    },
  }
}

/** Reads the missing events. At the end of a feed, reads the events after the last known one. */
export async function fillUpTo(client: FeedClient, replica: Replica, number: number): Promise<void> {
  while (replica.lastNumber() < number) {
    const page = await client.read(replica.lastNumber())
    if (page.length === 0) return
    for (const event of page) replica.take(event)
  }
}

/** Creates a receiver without the feed's numbers. It finds missing steps of a transaction and reads all its steps again. */
export function receiveBySequence(client: FeedClient, random: Random): LossyReceiver {
  const replica = createReplica()
  const lost = new Set<string>()
  let [made, detected] = [0, 0]
  return {
    replica,
    gaps: () => ({ made, detected }),
    bring: async (events) => {
      for (const event of events) {
        const isKnown = (replica.transactions().get(event.transactionId)?.sequence ?? 0) >= event.sequence
        // The last step is never lost here: a receiver that waits for the next step cannot notice that the last one is missing.
        if (!event.type.endsWith('.completed') && random.oneIn(4)) {
          if (!isKnown) lost.add(event.transactionId)
          continue
        }
        if (!isKnown && lost.delete(event.transactionId)) made += 1
        if (replica.gapBySequence(event)) {
          detected += 1
          for (const step of await client.readOf(event.transactionId)) replica.take(step)
        }
        replica.take(event)
      }
    },
  }
}
