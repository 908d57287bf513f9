import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AfaraEvent, WebhookEvent } from './event.ts'
import { createEventInbox } from './event-inbox.ts'
import { createMemoryInboxStore } from './inbox-store.ts'

/** An event with the fields that an inbox reads. */
function eventOf(transaction: string, sequence: number): AfaraEvent {
  const event = {
    id: `evt_${transaction}_${sequence}`,
    type: 'buy.sending',
    number: sequence,
    sequence,
    data: { transaction: { transaction_id: transaction } },
  }
  return event as Partial<AfaraEvent> as AfaraEvent
}

const ping: WebhookEvent = {
  id: 'evt_ping',
  type: 'webhook.ping',
  number: null,
  sequence: null,
  mode: 'test',
  created_at: '',
  data: {},
}

function inboxWith(
  settings: { fetchEvents?: (id: string) => Promise<AfaraEvent[]>; failAt?: Set<number> } = {},
) {
  const handled: string[] = []
  const { failAt = new Set<number>(), ...rest } = settings
  const inbox = createEventInbox({
    ...rest,
    store: createMemoryInboxStore(),
    handle: async (event) => {
      await Promise.resolve()
      if (event.sequence !== null && failAt.delete(event.sequence)) throw new Error('the database is away')
      handled.push(event.id)
    },
  })
  return { inbox, handled }
}

test('an event that arrives twice is handled once', async () => {
  const { inbox, handled } = inboxWith()
  expect(await inbox.receive(eventOf('a', 1))).toMatchObject({ outcome: 'applied' })
  expect(await inbox.receive(eventOf('a', 1))).toEqual({ outcome: 'duplicate', applied: [] })
  expect(await inbox.receive(ping)).toMatchObject({ outcome: 'applied' })
  expect(await inbox.receive(ping)).toMatchObject({ outcome: 'duplicate' })
  expect(handled).toEqual(['evt_a_1', 'evt_ping'])
})

test('an event about a case is handled once and never takes the place of a step', async () => {
  const { inbox, handled } = inboxWith()
  const opened = {
    ...ping,
    id: 'evt_case',
    type: 'case.opened',
    number: 2,
    data: { transaction: { transaction_id: 'a' } },
  } as WebhookEvent
  for (const event of [opened, opened, eventOf('a', 1)]) await inbox.receive(event)
  expect(handled).toEqual(['evt_case', 'evt_a_1'])
})

test('an event that arrives too early waits for the one before it, and the gap is reported', async () => {
  const { inbox, handled } = inboxWith()
  await inbox.receive(eventOf('a', 1))
  expect(await inbox.receive(eventOf('a', 4))).toEqual({
    outcome: 'early',
    applied: [],
    missing: { transactionId: 'a', from: 2, to: 3 },
  })
  expect(await inbox.receive(eventOf('a', 3))).toMatchObject({ missing: { from: 2, to: 2 } })
  expect(await inbox.receive(eventOf('b', 1))).toMatchObject({ outcome: 'applied' })
  expect((await inbox.receive(eventOf('a', 2))).applied.map(({ id }) => id)).toEqual([
    'evt_a_2',
    'evt_a_3',
    'evt_a_4',
  ])
  expect(handled).toEqual(['evt_a_1', 'evt_b_1', 'evt_a_2', 'evt_a_3', 'evt_a_4'])
})

test('missing events are fetched from the feed at once', async () => {
  const asked: string[] = []
  const { inbox, handled } = inboxWith({
    fetchEvents: async (id) => {
      asked.push(id)
      return [1, 2, 3].map((sequence) => eventOf(id, sequence))
    },
  })
  expect(await inbox.receive(eventOf('a', 1))).toMatchObject({ outcome: 'applied' })
  expect(await inbox.receive(eventOf('a', 3))).toMatchObject({ outcome: 'applied' })
  expect(handled).toEqual(['evt_a_1', 'evt_a_2', 'evt_a_3'])
  expect(asked).toEqual(['a'])
})

test('an event whose handler failed counts as not received and is delivered again', async () => {
  const { inbox, handled } = inboxWith({ failAt: new Set([2]) })
  await inbox.receive(eventOf('a', 1))
  await expect(inbox.receive(eventOf('a', 2))).rejects.toThrow('the database is away')
  expect(await inbox.receive(eventOf('a', 2))).toMatchObject({ outcome: 'applied' })
  expect(handled).toEqual(['evt_a_1', 'evt_a_2'])
})

test('each event is handled once and in order, whatever the order and number of deliveries', async () => {
  const deliveries = fc
    .uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 8, maxLength: 8 })
    .chain((order) => fc.tuple(fc.constant(order), fc.array(fc.integer({ min: 1, max: 8 }))))
  await fc.assert(
    fc.asyncProperty(deliveries, async ([order, again]) => {
      const { inbox, handled } = inboxWith()
      await Promise.all([...order, ...again].map((sequence) => inbox.receive(eventOf('a', sequence))))
      expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((sequence) => `evt_a_${sequence}`))
    }),
  )
})
