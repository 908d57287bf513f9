import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { parseId } from '../../src/kernel/ids/ids.ts'
import { inTransaction } from '../../src/kernel/postgres/pool.ts'
import { lockKey } from '../../src/records/keys/api-key-store.ts'
import { revokeKey, rotateKey } from '../../src/records/keys/manage-keys.ts'
import { createWebhookWorld } from '../webhook-world.ts'
import { testKeys } from './test-api.ts'

const world = await createWebhookWorld()
const { owner, receiver } = world
const why = { actor: 'system:test', reason: 'the key leaked' }
const deps = { pool: owner, clock, ...testKeys }
const ENDPOINTS = '/webhooks/v1/endpoints'

afterAll(async () => world.close())

test('revoking a key pauses the endpoints that it opened, with a notice and in the audit', async () => {
  const shop = await world.openShop('wk-ada')
  const other = await shop.newKey()
  const { id } = await shop.open('/wk-ada')
  const kept = await other.ask('POST', ENDPOINTS, { url: receiver.urlOf('/wk-ada-other') })
  const revoked = await revokeKey(deps, { keyId: shop.keyId, ...why })
  expect(revoked.pausedEndpoints).toEqual([id])

  const { endpoint } = (await other.ask('GET', `${ENDPOINTS}/${id}`)).body
  expect(endpoint.state).toBe('paused')
  expect(endpoint.notices[0]).toMatchObject({
    kind: 'paused',
    message: 'Paused because the key that opened it was revoked. Resume it with another key.',
  })
  const { body } = await other.ask('GET', `${ENDPOINTS}/${kept.body.endpoint.id}`)
  expect(body.endpoint.state).toBe('active')
  const { rows } = await owner.query(
    `select action, subject, reason, details from audit where action <> 'key.issued' and (subject = $1 or subject = $2)
     order by action`,
    [shop.keyId, id],
  )
  expect(rows).toEqual([
    { action: 'key.revoked', subject: shop.keyId, reason: why.reason, details: { pausedEndpoints: [id] } },
    { action: 'webhook_endpoint.paused', subject: id, reason: why.reason, details: { key: shop.keyId } },
  ])
})

test('a paused endpoint holds its events until another key resumes it', async () => {
  const shop = await world.openShop('wk-bola')
  const other = await shop.newKey()
  const { id } = await shop.open('/wk-bola')
  await revokeKey(deps, { keyId: shop.keyId, ...why })
  await shop.happen(2)
  await world.look(id)
  expect(receiver.at('/wk-bola')).toHaveLength(0)
  const resumed = await other.ask('POST', `${ENDPOINTS}/${id}/resume`)
  expect(resumed.body.endpoint).toMatchObject({ state: 'active' })
  await world.look(id)
  expect(receiver.at('/wk-bola')).toHaveLength(2)
})

test.each([
  ['changed it', 'update', { description: 'mine' }],
  ['rotated its secret', 'rotate-secret', {}],
])('revoking a key that %s pauses the endpoint of another key', async (_what, verb, body) => {
  const shop = await world.openShop(`wk-c-${verb}`)
  const other = await shop.newKey()
  const { id } = await shop.open(`/wk-c-${verb}`)
  await other.ask('POST', `${ENDPOINTS}/${id}/${verb}`, body)
  await revokeKey(deps, { keyId: other.id, ...why })
  const { endpoint } = (await shop.endpoint(id)).body
  expect(endpoint.state).toBe('paused')
  expect(endpoint.notices[0].message).toBe(
    'Paused because a key that changed it was revoked. Check its URL, then resume it with another key.',
  )
})

test('a key that only read, paused, resumed or pinged an endpoint pauses nothing, and removed endpoints stay removed', async () => {
  const shop = await world.openShop('wk-dayo')
  const other = await shop.newKey()
  const [{ id }, gone] = [await shop.open('/wk-dayo'), await shop.open('/wk-dayo-2')]
  for (const verb of ['pause', 'resume', 'ping']) await other.ask('POST', `${ENDPOINTS}/${id}/${verb}`)
  expect((await revokeKey(deps, { keyId: other.id, ...why })).pausedEndpoints).toEqual([])
  expect((await shop.endpoint(id)).body.endpoint.state).toBe('active')
  await shop.endpoint(gone.id, 'remove')
  expect((await revokeKey(deps, { keyId: shop.keyId, ...why })).pausedEndpoints).toEqual([id])
})

test('a rotation pauses nothing', async () => {
  const shop = await world.openShop('wk-efe')
  const { id } = await shop.open('/wk-efe')
  await rotateKey(deps, { keyId: shop.keyId, overlapHours: 0, ...why })
  const other = await shop.newKey()
  expect((await other.ask('GET', `${ENDPOINTS}/${id}`)).body.endpoint.state).toBe('active')
})

test.each([
  ['open', '', { url: receiver.urlOf('/wk-f-new') }],
  ['change', '/{id}/update', { url: receiver.urlOf('/wk-f-changed') }],
  ['resume', '/{id}/resume', undefined],
  ['rotate the secret of', '/{id}/rotate-secret', {}],
])('a revoked key that the api still has in its cache cannot %s an endpoint', async (what, path, body) => {
  const shop = await world.openShop(`wk-f-${what.slice(0, 4)}`)
  const other = await shop.newKey()
  const { id } = await shop.open(`/wk-f-${what}`.replaceAll(' ', '-'))
  await revokeKey(deps, { keyId: shop.keyId, ...why })
  const late = await shop.ask('POST', `${ENDPOINTS}${path.replace('{id}', id)}`, body)
  expect(late).toMatchObject({ status: 401, body: { code: 'key_revoked' } })
  const { endpoints } = (await other.ask('GET', ENDPOINTS)).body
  expect(endpoints).toMatchObject([{ id, state: 'paused' }])
})

test('a request that meets the revocation waits for it and is refused', async () => {
  const shop = await world.openShop('wk-gozie')
  const { id } = await shop.open('/wk-gozie')
  const late = await inTransaction(owner, async (sql) => {
    await lockKey(sql, parseId('key', shop.keyId) ?? '')
    const request = shop.endpoint(id, 'update', { description: 'late' })
    await sleep(200)
    await sql.query('update api_key set revoked_at = now() where id = $1', [parseId('key', shop.keyId)])
    return { request }
  })
  expect((await late.request).body.code).toBe('key_revoked')
})
