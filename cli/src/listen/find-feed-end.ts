import type { EventsReply } from '../api/wire.ts'
import type { Session } from '../session.ts'

/** Returns the number of the newest event; 0 if there is none. Numbers have no gaps, so a binary search finds it in a few requests. */
export async function findFeedEnd(session: Session): Promise<number> {
  const isBefore = async (number: number) =>
    (await session.get<EventsReply>('/events/v1', { after: number, limit: 1 })).body.events.length > 0
  let low = 0
  let high = 1
  while (await isBefore(high - 1)) {
    low = high
    high *= 4
  }
  // The newest is at least `low` and less than `high`.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isBefore(middle - 1)) low = middle
    else high = middle
  }
  return low
}
