import { afterAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { forgetOldWebhooks } from '../../src/records/webhooks/webhook-round-store.ts'
import { createWebhookWorld } from '../webhook-world.ts'

const world = await createWebhookWorld()
const { receiver, owner, worker } = world

afterAll(async () => world.close())

test('a secret is shown once, and is nowhere in the database', async () => {
  const shop = await world.openShop('we-ada')
  const { id, secret } = await shop.open('/ada')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await shop.endpoint(id)).text).not.toContain(secret.slice(6))
  const { rows } = await owner.query<{ sealed: Buffer }>('select sealed from webhook_secret')
  const bytes = Buffer.from(secret.slice(6), 'base64')
  for (const { sealed } of rows) expect(sealed.includes(bytes)).toBe(false)
  await expect(worker.query('select sealed from webhook_secret')).rejects.toThrow('permission denied')
})

test.each([
  ['a URL of this network', { url: 'https://10.0.0.1/hooks' }, 'webhook_url_refused'],
  ['plain http', { url: 'http://hooks.shop.ng/' }, 'webhook_url_refused'],
  ['an unknown event type', { url: 'https://a.shop.ng/', events: ['buy.flown'] }, 'event_type_unknown'],
  ['an unknown event pattern', { url: 'https://a.shop.ng/', events: ['*.completed'] }, 'event_type_unknown'],
  ['no events', { url: 'https://a.shop.ng/', events: [] }, 'field_invalid'],
  ['no URL', {}, 'field_required'],
  ['an unknown field', { url: 'https://a.shop.ng/', secret: 'whsec_mine' }, 'field_unknown'],
])('an endpoint with %s is refused', async (_what, body, code) => {
  const shop = await world.openShop(`we-${newId().slice(-12)}x`.replace(/^we-\d/, 'we-a'))
  expect((await shop.ask('POST', '/webhooks/v1/endpoints', body)).body.code).toBe(code)
})

test('one URL has one endpoint, and a business has at most twenty', async () => {
  const shop = await world.openShop('we-bola')
  const { id } = await shop.open('/bola')
  const again = await shop.ask('POST', '/webhooks/v1/endpoints', { url: receiver.urlOf('/bola') })
  expect(again).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_exists' } })
  expect(again.body.message).toContain(id)
  await Promise.all(
    Array.from({ length: 25 }, async (_, place) =>
      shop.ask('POST', '/webhooks/v1/endpoints', { url: receiver.urlOf(`/bola-${place}`) }),
    ),
  )
  const { endpoints } = (await shop.ask('GET', '/webhooks/v1/endpoints')).body
  expect(endpoints).toHaveLength(20)
  const more = await shop.ask('POST', '/webhooks/v1/endpoints', { url: receiver.urlOf('/bola-more') })
  expect(more.body.code).toBe('webhook_endpoints_too_many')
  await shop.endpoint(id, 'remove')
  expect((await shop.ask('POST', '/webhooks/v1/endpoints', { url: receiver.urlOf('/bola') })).status).toBe(
    200,
  )
})

test("another's endpoint does not exist for any request", async () => {
  const [shop, other] = [await world.openShop('we-chi'), await world.openShop('we-dayo')]
  const { id } = await shop.open('/chi')
  for (const [verb, body] of [
    [''],
    ['update', { description: 'mine' }],
    ['pause'],
    ['resume'],
    ['remove'],
    ['rotate-secret', {}],
    ['ping'],
    ['deliveries'],
    ['resend', { from_number: 1, to_number: 2 }],
  ] as const) {
    expect((await other.endpoint(id, verb, body)).body.code, verb).toBe('webhook_endpoint_unknown')
  }
  expect((await shop.endpoint(id)).body.endpoint).toMatchObject({
    state: 'active',
    secrets: [{ expires_at: null }],
  })
})

test('only the given fields of an endpoint change, and its history can be read', async () => {
  const shop = await world.openShop('we-efe')
  const { id } = await shop.open('/efe', { description: 'first' })
  const changed = await shop.endpoint(id, 'update', { events: ['buy.*', 'buy.*'] })
  expect(changed.body.endpoint).toMatchObject({
    events: ['buy.*'],
    description: 'first',
    url: receiver.urlOf('/efe'),
  })
  await shop.endpoint(id, 'pause')
  await shop.endpoint(id, 'pause')
  const { notices } = (await shop.endpoint(id)).body.endpoint
  expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual(['paused', 'changed', 'opened'])
  await shop.open('/efe-2')
  const taken = await shop.endpoint(id, 'update', { url: receiver.urlOf('/efe-2') })
  expect(taken.body.code).toBe('webhook_endpoint_exists')
})

test('at most two secrets sign, however fast they are rotated', async () => {
  const shop = await world.openShop('we-femi')
  const { id } = await shop.open('/femi')
  for (let time = 0; time < 3; time += 1) await shop.endpoint(id, 'rotate-secret', {})
  expect((await shop.endpoint(id)).body.endpoint.secrets).toHaveLength(2)
  await shop.endpoint(id, 'rotate-secret', { overlap_hours: 0 })
  expect((await shop.endpoint(id)).body.endpoint.secrets).toHaveLength(1)
  expect((await shop.endpoint(id, 'rotate-secret', { overlap_hours: 169 })).body.code).toBe('field_invalid')
})

test('deliveries are read in pages, newest first', async () => {
  const shop = await world.openShop('we-gozie')
  const { id } = await shop.open('/gozie')
  await shop.happen(5)
  await world.look(id)
  const first = (await shop.endpoint(id, 'deliveries?limit=3')).body
  const rest = (await shop.endpoint(id, `deliveries?limit=3&after=${first.next}`)).body
  const numbers = [...first.deliveries, ...rest.deliveries].map(({ number }: { number: number }) => number)
  expect(numbers).toEqual([5, 4, 3, 2, 1])
  expect(rest.next).toBeNull()
  expect((await shop.endpoint(id, 'deliveries?state=given_up')).body.deliveries).toEqual([])
  expect((await shop.endpoint(id, 'deliveries?state=lost')).status).toBe(422)
})

test.each([
  [{}, 'resend_range_invalid'],
  [{ from_number: 2 }, 'resend_range_invalid'],
  [{ from_number: 5, to_number: 1 }, 'resend_range_invalid'],
  [{ from_number: 1, to_number: 10_001 }, 'resend_range_invalid'],
  [{ event_id: 'evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6' }, 'event_unknown'],
  [{ event_id: 'evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6', from_number: 1 }, 'resend_range_invalid'],
])('sending %j again is refused as %s', async (body, code) => {
  const shop = await world.openShop(`we-r${newId().slice(-12)}`)
  const { id } = await shop.open(`/resend-${newId()}`)
  expect((await shop.endpoint(id, 'resend', body)).body.code).toBe(code)
})

test('deliveries older than thirty days are deleted, and no newer ones', async () => {
  const shop = await world.openShop('we-hauwa')
  const { id } = await shop.open('/hauwa')
  await shop.happen(2)
  await world.look(id)
  const count = async () =>
    (
      await owner.query(
        'select (select count(*) from webhook_attempt)::int as attempts, (select count(*) from webhook_delivery)::int as deliveries',
      )
    ).rows[0]
  const before = await count()
  expect(await forgetOldWebhooks(worker, new Date(Date.now() + 1e9), 1_000)).toBe(0)
  expect(await count()).toEqual(before)
  await expect(owner.query('delete from webhook_attempt')).rejects.toThrow('append-only')
  await expect(owner.query('update webhook_attempt set status = 200')).rejects.toThrow('append-only')
})
