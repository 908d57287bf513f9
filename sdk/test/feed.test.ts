import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createPostgresInboxStore } from '../examples/postgres-inbox-store.ts'
import { Afara, type AfaraEvent, createEventInbox, FeedGapError, isTransactionEvent } from '../src/index.ts'
import { createApiWorld, sell } from './api-world.ts'
import { createBadLine } from './bad-line.ts'

const world = await createApiWorld()
const line = await createBadLine(world.baseUrl)
// The business comes from the key.
const afara = new Afara({ key: world.key, baseUrl: line.url, timeoutMs: 30_000 })

afterAll(async () => {
  await line.close()
  await world.close()
})

/** Creates sells and lets them expire: two events each. */
async function makeSells(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { transaction_id } = await afara.sells.create(sell)
    await world.expire(transaction_id)
    ids.push(transaction_id)
  }
  await world.place()
  return ids
}

const collect = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

test('the whole feed is read page by page, without a gap', async () => {
  await makeSells(3)
  const events = await collect(afara.events.iterate({ limit: 2 }))
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
  expect(events.length).toBeGreaterThanOrEqual(6)
  expect(events[0]).toMatchObject({
    type: 'sell.pending_deposit',
    sequence: 1,
    data: { transaction: { amount: '5000' } },
  })
  expect(await collect(afara.events.iterate({ after: events.length }))).toEqual([])
})

test('the events of one transaction are returned in order', async () => {
  const [id = ''] = await makeSells(1)
  const events = await afara.events.ofTransaction(id)
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['sell.pending_deposit', 1],
    ['sell.expired', 2],
  ])
})

test('a follower keeps its position, survives a bad connection, and receives new events while it waits', async () => {
  const end = (await collect(afara.events.iterate())).length
  let kept: number | undefined
  const place = { load: () => kept, save: (number: number) => void (kept = number) }
  const follow = async (until: number): Promise<number[]> => {
    const numbers: number[] = []
    const controller = new AbortController()
    for await (const event of afara.events.follow({ place, signal: controller.signal, waitSeconds: 2 })) {
      numbers.push(event.number)
      if (event.number === until) controller.abort()
    }
    return numbers
  }
  line.fail('dropped after', '503 before', 'cut short after', 'garbage after', 'dropped before', '500 after')
  expect(await follow(3)).toEqual([1, 2, 3])
  expect(kept).toBe(3)
  const waiting = follow(end + 2)
  await makeSells(1)
  expect(await waiting).toEqual(Array.from({ length: end - 1 }, (_, index) => index + 4))
  expect(kept).toBe(end + 2)
})

test('an event that was not handled when the follower died is delivered again', async () => {
  let kept = 2
  const place = { load: () => kept, save: (number: number) => void (kept = number) }
  for await (const event of afara.events.follow({ place })) {
    if (event.number === 4) break
  }
  expect(kept).toBe(3)
})

test('a feed with a missing number is refused', async () => {
  const feed = createServer((_, response) => {
    const events = [1, 2, 4].map((number) => ({ id: `evt_${number}`, number, sequence: 1 }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 'success', message: '', events, next_after: 4, has_more: false }))
  })
  await new Promise<void>((resolve) => {
    feed.listen(0, '127.0.0.1', resolve)
  })
  const { port } = feed.address() as AddressInfo
  const misled = new Afara({ key: world.key, baseUrl: `http://127.0.0.1:${port}` })
  await expect(collect(misled.events.iterate())).rejects.toMatchObject({ after: 2, found: 4 })
  await expect(collect(misled.events.follow())).rejects.toBeInstanceOf(FeedGapError)
  feed.closeAllConnections()
  feed.close()
})

test('a receiver that gets events twice, out of order and with losses reaches the same state as the service', async () => {
  const { owner } = world
  await owner.query(
    `create table afara_inbox (key text primary key, sequence integer not null default 0, waiting jsonb not null default '[]')`,
  )
  await owner.query(
    'create table my_transaction (id text primary key, status text, amount text, moves integer default 0)',
  )
  const inbox = createEventInbox({
    store: createPostgresInboxStore(owner),
    fetchEvents: (id) => afara.events.ofTransaction(id),
    async handle(event, client) {
      if (!isTransactionEvent(event)) return
      const { transaction_id: id, status, amount } = event.data.transaction
      await client.query(
        `insert into my_transaction values ($1, $2, $3, 1)
         on conflict (id) do update set status = excluded.status, moves = my_transaction.moves + 1`,
        [id, status, amount],
      )
    },
  })
  await makeSells(4)
  const events = (await collect(afara.events.iterate())).filter(isTransactionEvent)
  // The last event of each transaction always arrives, and a third of the others is lost.
  const sent = events.filter((event, index) => event.type === 'sell.expired' || index % 3 !== 0)
  const disorder = [...sent, ...sent].sort((a, b) => hash(a) - hash(b))
  await Promise.all(disorder.map((event) => inbox.receive(event)))
  const { rows } = await owner.query('select id, status, amount, moves from my_transaction order by id')
  const truth = await Promise.all(rows.map(({ id }: { id: string }) => afara.transactions.get(id)))
  expect(rows).toEqual(
    truth.map(({ transaction_id, status, amount }) => ({ id: transaction_id, status, amount, moves: 2 })),
  )
  expect(rows).toHaveLength(new Set(events.map((event) => event.data.transaction.transaction_id)).size)
})

/** Gives a fixed order that differs from the original one. */
function hash(event: AfaraEvent): number {
  return (event.number * 7919) % 101
}
