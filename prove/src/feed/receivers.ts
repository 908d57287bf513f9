import type { Random } from '../fuzz/random.ts'
import type { FeedClient, ReceivedEvent } from './feed-client.ts'
import { createReplica, type Replica } from './replica.ts'

/** A receiver that loses what was brought to it, and the outcome. */
export type LossyReceiver = Readonly<{
  replica: Replica
  /** Brings news in the feed's order; some of them are lost on the way, some come twice. */
  bring(events: readonly ReceivedEvent[]): Promise<void>
  /** Holes that were made so that they can be seen, and those that were seen. */
  gaps(): Readonly<{ made: number; detected: number }>
}>

/** Knows of a hole by the feed's own numbers, and reads the feed from the last that it has. */
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
        // Filling a hole may have brought this one along.
        if (event.number > replica.lastNumber() && random.oneIn(12)) {
          // One right after another is one hole.
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

/** Reads what is missing; at the end of a feed, what is there after the last. */
export async function fillUpTo(client: FeedClient, replica: Replica, number: number): Promise<void> {
  while (replica.lastNumber() < number) {
    const page = await client.read(replica.lastNumber())
    if (page.length === 0) return
    for (const event of page) replica.take(event)
  }
}

/** Knows nothing of the feed's numbers: a hole is a step of a transaction that is missing, and its steps are read again. */
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
        // A receiver that waits for the next step cannot notice that the last one is lost.
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
