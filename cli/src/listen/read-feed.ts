import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError, FeedGapError, UnavailableError } from '@afara/sdk'
import type { BatchEvent, EventsReply, FeedEvent } from '../api/wire.ts'
import { parseVerbatim } from '../output/exact-json.ts'
import type { Session } from '../session.ts'

/** An event, and the exact body of its webhook. */
export type Told<Of = FeedEvent> = Readonly<{ event: Of; body: string }>

/** An event of any kind. */
export type ToldAny = Told<FeedEvent | BatchEvent>

type From = Readonly<{
  after: number
  follow: boolean
  signal?: AbortSignal
  onTrouble?: (why: string) => void
}>

const WAIT_SECONDS = 20
const PAGE = 100
const PAUSE_MS = 2_000

/** Yields every event after a number, in order and without a gap. With `follow`, continues with each new event. */
export async function* readFeed(
  session: Session,
  { after, follow, signal = session.world.signal, onTrouble = () => {} }: From,
): AsyncGenerator<ToldAny> {
  let place = after
  while (!signal.aborted) {
    let page: readonly ToldAny[]
    let hasMore: boolean
    try {
      const reply = await session.get<EventsReply>(
        '/events/v1',
        { after: place, limit: PAGE, wait: follow ? WAIT_SECONDS : undefined },
        { signal, timeoutMs: (WAIT_SECONDS + 10) * 1000 },
      )
      page = tellAll(reply)
      hasMore = reply.body.has_more
    } catch (error) {
      if (signal.aborted) return
      // The command keeps following after a restart of the API and misses no event.
      if (!follow || !isPassing(error)) throw error
      onTrouble(error.message)
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
      continue
    }
    for (const told of page) {
      const number = Number(told.event.number)
      if (number !== place + 1) throw new FeedGapError(place, number)
      place = number
      yield told
    }
    if (!hasMore && !follow) return
  }
}

/** Returns all events of one transaction so far. */
export async function readEventsOf(session: Session, transactionId: string): Promise<readonly Told[]> {
  const query = { transaction_id: transactionId, limit: PAGE }
  return tellAll(await session.get<EventsReply>('/events/v1', query)).filter(isOfTransaction)
}

function isOfTransaction(told: ToldAny): told is Told {
  return 'transaction' in told.event.data
}

function tellAll({ body, text }: { body: EventsReply; text: string }): ToldAny[] {
  const { events } = parseVerbatim(text) as { events: readonly unknown[] }
  return body.events.map((event, at) => ({ event, body: JSON.stringify(events[at]) }))
}

function isPassing(error: unknown): error is Error {
  return error instanceof ConnectionError || error instanceof UnavailableError
}
