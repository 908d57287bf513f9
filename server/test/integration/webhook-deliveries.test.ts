import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { retryWaitMs, webhookTimes } from '../../src/flows/webhooks/webhook-times.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { createWebhookWorld } from '../webhook-world.ts'

const world = await createWebhookWorld()
const { receiver, look } = world
const DAY_MS = 24 * 60 * 60 * 1000

afterAll(async () => world.close())

const idsAt = (path: string) => receiver.at(path).map(({ headers }) => headers['webhook-id'])

test('an event is delivered signed, with its own id and the text of the feed', async () => {
  const shop = await world.openShop('wh-ada')
  const { id, secret } = await shop.open('/ada')
  await shop.happen()
  await look(id)

  const [got] = receiver.at('/ada')
  const { body } = await shop.ask('GET', '/events/v1')
  expect(JSON.parse(got?.body ?? '')).toEqual(body.events[0])
  expect(got?.body).toContain('"amount":12345.67,')
  expect(got?.headers['webhook-id']).toBe(body.events[0].id)
  expect(got?.headers['content-type']).toBe('application/json')
  expect(() =>
    new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>),
  ).not.toThrow()
  const other = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  expect(() => other.verify(got?.body ?? '', got?.headers as Record<string, string>)).toThrow(
    'No matching signature',
  )

  const log = (await shop.endpoint(id, 'deliveries')).body
  expect(log).toMatchObject({
    next: null,
    deliveries: [
      {
        event_id: body.events[0].id,
        event_type: 'sell.pending_deposit',
        number: 1,
        state: 'delivered',
        attempts: 1,
        log: [{ attempt: 1, outcome: 'answered', status: 200, body: 'thank you' }],
      },
    ],
  })
})

test('an endpoint receives only its event types, and none from before it was opened', async () => {
  const shop = await world.openShop('wh-bola')
  await shop.happen()
  const buys = await shop.open('/bola-buys', { events: ['buy.*', 'sell.completed'] })
  const sells = await shop.open('/bola-sells', { events: ['sell.*'] })
  await shop.happen()
  await look(buys.id)
  await look(sells.id)
  expect(receiver.at('/bola-buys')).toHaveLength(0)
  expect(receiver.at('/bola-sells').map(({ body }) => JSON.parse(body).number)).toEqual([2])
})

test('a failed delivery is retried by the plan, with the same id and text, until it is given up', async () => {
  const shop = await world.openShop('wh-chi')
  const { id } = await shop.open('/chi')
  receiver.answer('/chi', 500)
  await shop.happen()
  await look(id)
  for (const wait of webhookTimes.retryMs) {
    await look(id)
    world.moveOn(Math.ceil(wait * 1.1) + 1_000)
    await look(id)
  }
  const tries = receiver.at('/chi')
  expect(tries).toHaveLength(10)
  expect(new Set(tries.map(({ body }) => body)).size).toBe(1)
  expect(new Set(idsAt('/chi')).size).toBe(1)
  const { deliveries } = (await shop.endpoint(id, 'deliveries?state=given_up')).body
  expect(deliveries).toMatchObject([{ state: 'given_up', attempts: 10, next_attempt_at: null }])
  expect(deliveries[0].log[0]).toMatchObject({ attempt: 10, status: 500, body: 'not now' })

  receiver.answer('/chi', 200)
  // The last failure disabled the endpoint, after three days.
  await shop.endpoint(id, 'resume')
  const { body } = await shop.endpoint(id, 'resend', { event_id: deliveries[0].event_id })
  expect(body).toMatchObject({ resent: 1 })
  await look(id)
  expect(idsAt('/chi')).toHaveLength(11)
  expect(new Set(idsAt('/chi')).size).toBe(1)
  expect((await shop.endpoint(id, 'deliveries')).body.deliveries[0]).toMatchObject({
    state: 'delivered',
    attempts: 11,
  })
})

test('a worker that dies between sending and its commit sends the delivery again', async () => {
  const shop = await world.openShop('wh-dayo')
  const { id } = await shop.open('/dayo')
  await shop.happen(3)
  const dying = {
    send: async (message: Parameters<typeof world.deps.sender.send>[0]) => {
      await world.deps.sender.send(message)
      throw new Error('killed')
    },
  }
  await look(id, { sender: dying })
  const before = new Set(idsAt('/dayo'))
  expect(before.size).toBeGreaterThan(0)
  world.moveOn(5_000)
  await look(id)
  expect(new Set(idsAt('/dayo')).size).toBe(3)
  expect(idsAt('/dayo').length).toBe(3 + before.size)
  const { deliveries } = (await shop.endpoint(id, 'deliveries')).body
  expect(deliveries.map(({ state }: { state: string }) => state)).toEqual([
    'delivered',
    'delivered',
    'delivered',
  ])
})

test('two concurrent workers deliver everything, and each delivery has one row', async () => {
  const shop = await world.openShop('wh-efe')
  const { id } = await shop.open('/efe')
  await shop.happen(40)
  await Promise.all([look(id), look(id)])
  await look(id)
  expect(new Set(idsAt('/efe')).size).toBe(40)
  const { deliveries } = (await shop.endpoint(id, 'deliveries?limit=100')).body
  expect(deliveries).toHaveLength(40)
  expect(deliveries.every(({ state }: { state: string }) => state === 'delivered')).toBe(true)
})

test('the oldest deliveries are sent first, several at a time', async () => {
  const shop = await world.openShop('wh-femi')
  const { id } = await shop.open('/femi')
  receiver.answer('/femi', (response) => setTimeout(() => response.end(), 10))
  await shop.happen(100)
  await look(id)
  const numbers = receiver.at('/femi').map(({ body }) => JSON.parse(body).number as number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, place) => place + 1))
  expect(numbers.every((number, place) => Math.abs(number - 1 - place) < 8)).toBe(true)
  expect(receiver.mostInFlight('/femi')).toBeGreaterThan(1)
  expect(receiver.mostInFlight('/femi')).toBeLessThanOrEqual(8)
})

test('an endpoint that hangs receives one request at a time, with pauses', async () => {
  const shop = await world.openShop('wh-gozie')
  const [hung, healthy] = [await shop.open('/gozie-hung'), await shop.open('/gozie-well')]
  const impatient = { times: { ...world.deps.times, deadlineMs: 400 } }
  receiver.answer('/gozie-hung', () => {})
  await shop.happen(1)
  await look(hung.id, impatient)
  await shop.happen(20)
  world.moveOn(1_100)
  const slow = look(hung.id, impatient)
  await look(healthy.id)
  expect(receiver.at('/gozie-well')).toHaveLength(21)
  await slow
  expect(receiver.mostInFlight('/gozie-hung')).toBe(1)
  const tried = receiver.at('/gozie-hung').length
  await look(hung.id)
  expect(receiver.at('/gozie-hung')).toHaveLength(tried)
  expect((await shop.endpoint(hung.id)).body.endpoint).toMatchObject({ state: 'active', waiting: 21 })

  receiver.answer('/gozie-hung', 200)
  for (let time = 0; time < 4; time += 1) {
    world.moveOn(400_000)
    await look(hung.id)
  }
  expect((await shop.endpoint(hung.id)).body.endpoint).toMatchObject({ waiting: 0, failing_since: null })
})

test('a pause keeps all deliveries, and resuming sends them', async () => {
  const shop = await world.openShop('wh-hauwa')
  const { id } = await shop.open('/hauwa')
  expect((await shop.endpoint(id, 'pause')).body.endpoint.state).toBe('paused')
  await shop.happen(3)
  await look(id)
  expect(receiver.at('/hauwa')).toHaveLength(0)
  await shop.endpoint(id, 'ping')
  await look(id)
  expect(receiver.at('/hauwa').map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.ping'])
  expect((await shop.endpoint(id, 'resume')).body.endpoint.state).toBe('active')
  await look(id)
  expect(receiver.at('/hauwa')).toHaveLength(4)
})

test('while a secret is rotated both sign, and afterwards only the new one', async () => {
  const shop = await world.openShop('wh-ike')
  const { id, secret: first } = await shop.open('/ike')
  const { body } = await shop.endpoint(id, 'rotate-secret', { overlap_hours: 1 })
  const second = body.secret as string
  const verifies = (secret: string) => {
    const got = receiver.at('/ike').at(-1)
    // The signature is checked with its own time, because its age is not under test.
    const headers = got?.headers as Record<string, string>
    const wanted = new Webhook(secret).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(headers['webhook-timestamp']) * 1000),
      got?.body ?? '',
    )
    return headers['webhook-signature']?.split(' ').includes(wanted)
  }
  await shop.happen()
  await look(id)
  expect([verifies(first), verifies(second)]).toEqual([true, true])
  world.moveOn(2 * 60 * 60 * 1000)
  await shop.happen()
  await look(id)
  expect([verifies(first), verifies(second)]).toEqual([false, true])
})

test('an endpoint that fails for three days is disabled with a notice, and the other endpoints are notified', async () => {
  const shop = await world.openShop('wh-jide')
  const [dead, well] = [await shop.open('/jide-dead'), await shop.open('/jide-well')]
  receiver.answer('/jide-dead', (response) => response.destroy())
  await shop.happen()
  await look(dead.id)
  world.moveOn(2 * DAY_MS)
  await look(dead.id)
  expect((await shop.endpoint(dead.id)).body.endpoint.state).toBe('active')
  world.moveOn(1.5 * DAY_MS)
  await look(dead.id)
  const { endpoint } = (await shop.endpoint(dead.id)).body
  expect(endpoint).toMatchObject({ state: 'disabled', waiting: 1 })
  expect(endpoint.notices[0]).toMatchObject({
    kind: 'disabled',
    message: expect.stringMatching(/^Disabled: no delivery succeeded/),
  })
  await look(well.id)
  const told = receiver.at('/jide-well').map(({ body }) => JSON.parse(body))
  expect(told.find(({ type }) => type === 'webhook.endpoint_disabled')).toMatchObject({
    number: null,
    sequence: null,
    data: { endpoint_id: dead.id, url: receiver.urlOf('/jide-dead') },
  })

  receiver.answer('/jide-dead', 200)
  await shop.endpoint(dead.id, 'resume')
  world.moveOn(2 * DAY_MS)
  await look(dead.id)
  expect((await shop.endpoint(dead.id)).body.endpoint).toMatchObject({ state: 'active', waiting: 0 })
})

test('a range is sent again with the same ids', async () => {
  const shop = await world.openShop('wh-kemi')
  const { id } = await shop.open('/kemi')
  await shop.happen(5)
  await look(id)
  const first = new Set(idsAt('/kemi'))
  expect((await shop.endpoint(id, 'resend', { from_number: 2, to_number: 4 })).body.resent).toBe(3)
  await look(id)
  expect(idsAt('/kemi')).toHaveLength(8)
  expect(new Set(idsAt('/kemi'))).toEqual(first)
})

test('an endpoint receives the same events as the feed, and no other format can be chosen', async () => {
  const shop = await world.openShop('wh-lara')
  const { id } = await shop.open('/lara')
  await shop.happen()
  await look(id)
  const { events } = (await shop.ask('GET', '/events/v1')).body
  expect(JSON.parse(receiver.at('/lara')[0]?.body ?? '')).toEqual(events[0])
  const styled = { url: receiver.urlOf('/lara-styled'), style: 'origin' }
  expect((await shop.ask('POST', '/webhooks/v1/endpoints', styled)).body).toMatchObject({
    code: 'field_unknown',
    errors: [{ field: 'style' }],
  })
})

test('a removed endpoint receives nothing more', async () => {
  const shop = await world.openShop('wh-musa')
  const { id } = await shop.open('/musa')
  await shop.happen()
  expect((await shop.endpoint(id, 'remove')).status).toBe(200)
  await shop.happen()
  await look(id)
  expect(receiver.at('/musa')).toHaveLength(0)
  expect((await shop.endpoint(id)).body.code).toBe('webhook_endpoint_unknown')
})

test('the plan has ten attempts over three days', () => {
  const waits = webhookTimes.retryMs
  expect(waits).toHaveLength(9)
  expect(waits.reduce((sum, wait) => sum + wait, 0) / DAY_MS).toBeCloseTo(3, 0)
  expect(retryWaitMs(webhookTimes, 1, 0)).toBe(4_500)
  expect(retryWaitMs(webhookTimes, 1, 0.999)).toBeLessThanOrEqual(5_500)
  expect(retryWaitMs(webhookTimes, 10, 0)).toBeUndefined()
})

test('after all of this the checks find nothing', async () => {
  const { findings } = await runChecks(world.worker)
  expect(
    findings.filter(({ check }) => ['check_feed', 'check_webhooks', 'check_position'].includes(check)),
  ).toEqual([])
})
