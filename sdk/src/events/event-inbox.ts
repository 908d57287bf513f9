import { type AfaraEvent, isTransactionEvent, type WebhookEvent } from './event.ts'
import type { InboxEntry, InboxStore } from './inbox-store.ts'

/** The outcome of an event. */
export type Received = Readonly<{
  /**
   * applied: the event was handled, together with those that waited for it.
   * duplicate: the event was handled before, and nothing was done.
   * early: an event before it is missing. The event is kept and handled after the missing one.
   */
  outcome: 'applied' | 'duplicate' | 'early'
  /** The events that were handled, in order. */
  applied: readonly WebhookEvent[]
  /** For an early event: the sequences that are missing before it. */
  missing?: Readonly<{ transactionId: string; from: number; to: number }>
}>

export type EventInbox = Readonly<{ receive(event: WebhookEvent): Promise<Received> }>

type Settings<Context> = Readonly<{
  store: InboxStore<Context>
  /**
   * Called once for each event, in the order of each transaction. `context` comes from the store, such as its open database transaction.
   */
  handle: (event: WebhookEvent, context: Context) => Promise<void> | void
  /**
   * Fetches the events of a transaction if one is missing: `(id) => afara.events.ofTransaction(id)`. Without it, the inbox waits for the
   * missing event.
   */
  fetchEvents?: (transactionId: string) => Promise<readonly AfaraEvent[]>
}>

/**
 * Turns "at least once, in any order" into "once, in order". An event is handled when the store has committed it together with the work of
 * `handle`. If `handle` throws, nothing is kept, and the event may be delivered again.
 */
export function createEventInbox<Context>(settings: Settings<Context>): EventInbox {
  return {
    async receive(event) {
      if (!isTransactionEvent(event)) return receiveNotice(settings, event)
      const received = await receiveAll(settings, event, [event])
      if (received.outcome !== 'early' || settings.fetchEvents === undefined) return received
      const { transaction_id: id } = event.data.transaction
      return receiveAll(settings, event, await settings.fetchEvents(id))
    },
  }
}

/** A ping or a notice has no sequence and is identified only by its id. */
function receiveNotice<Context>(
  { store, handle }: Settings<Context>,
  event: WebhookEvent,
): Promise<Received> {
  return store.update<Received>(event.id, async (entry, context) => {
    if (entry.sequence > 0) return { entry, result: { outcome: 'duplicate', applied: [] } }
    await handle(event, context)
    return { entry: { sequence: 1, waiting: [] }, result: { outcome: 'applied', applied: [event] } }
  })
}

function receiveAll<Context>(
  { store, handle }: Settings<Context>,
  event: AfaraEvent,
  known: readonly AfaraEvent[],
): Promise<Received> {
  const { transaction_id: transactionId } = event.data.transaction
  return store.update(transactionId, async (before, context) => {
    const { ready, entry } = sortOut(before, [...known, event])
    for (const one of ready) await handle(one, context)
    return { entry, result: resultOf(event, { ready, entry, transactionId }) }
  })
}

/** Separates the events that are next from those that must wait. */
function sortOut(
  entry: InboxEntry,
  events: readonly AfaraEvent[],
): { ready: AfaraEvent[]; entry: InboxEntry } {
  const bySequence = new Map([...entry.waiting, ...events].map((event) => [event.sequence, event]))
  const ready: AfaraEvent[] = []
  let { sequence } = entry
  for (let next = bySequence.get(sequence + 1); next !== undefined; next = bySequence.get(sequence + 1)) {
    ready.push(next)
    sequence += 1
  }
  const waiting = [...bySequence.values()].filter((event) => event.sequence > sequence)
  return { ready, entry: { sequence, waiting: waiting.sort((a, b) => a.sequence - b.sequence) } }
}

function resultOf(
  event: AfaraEvent,
  { ready, entry, transactionId }: { ready: readonly AfaraEvent[]; entry: InboxEntry; transactionId: string },
): Received {
  if (ready.some(({ sequence }) => sequence === event.sequence)) return { outcome: 'applied', applied: ready }
  if (event.sequence <= entry.sequence) return { outcome: 'duplicate', applied: ready }
  const to = (entry.waiting[0]?.sequence ?? event.sequence) - 1
  return { outcome: 'early', applied: ready, missing: { transactionId, from: entry.sequence + 1, to } }
}
