import { readExactJson } from '../interface/exact-json.ts'
import { digestEvent } from './digest-event.ts'
import type { Subscriber } from './open-subscribers.ts'

/** An event of the feed, which every endpoint of its business must receive. */
export type FedEvent = Readonly<{ id: string; createdAt: number; digest: string }>

/** Reads the whole feed of a business, from its first event. */
export async function readWholeFeed(apiUrl: string, { key }: Subscriber): Promise<FedEvent[]> {
  const events: FedEvent[] = []
  let after = 0
  for (;;) {
    const response = await fetch(`${apiUrl}/events/v1?after=${after}`, { headers: { 'svc-sec-key': key } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`the feed answered ${response.status} ${text.slice(0, 200)}`)
    const page = (readExactJson(text) as { events: Array<{ id: string; created_at: string }> }).events
    if (page.length === 0) return events
    for (const event of page)
      events.push({ id: event.id, createdAt: Date.parse(event.created_at), digest: digestEvent(event) })
    after += page.length
  }
}
