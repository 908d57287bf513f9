import { issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }

const woken: string[] = []
const deps = wireTestApi(database, { wake: (id) => woken.push(id) })
const app = createApp(deps)

const keys = { ada: '', adaLive: '', bola: '' }
beforeAll(async () => {
  const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  const bola = await createBusiness(owner, { name: 'Bola Motors', linkTag: 'bola-motors', ...why })
  await goLive(owner, ada.linkTag)
  const house = { pool: owner, ...testKeys }
  const issue = async (business: string) => (await issueKey(house, { business, mode: 'test', ...why })).secret
  keys.ada = await issue(ada.linkTag)
  keys.adaLive = (await issueLiveKey(house, { business: ada.linkTag })).secret
  keys.bola = await issue(bola.linkTag)
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

async function ask(method: 'GET' | 'POST', url: string, key?: string) {
  const response = await app.inject({ method, url, headers: key === undefined ? {} : { 'svc-sec-key': key } })
  return { status: response.statusCode, body: response.json() }
}

test('a drill is accepted, Restate is nudged, and its business reads it', async () => {
  const { status, body } = await ask('POST', '/drills/v1', keys.ada)
  expect(status).toBe(202)
  expect(body.drill.status).toBe('started')
  expect(woken.map((id) => formatId('transaction', id))).toContain(body.drill.id)
  expect(await ask('GET', `/drills/v1/${body.drill.id}`, keys.ada)).toEqual({ status: 200, body })
})

test("another business's drill does not exist", async () => {
  const { body } = await ask('POST', '/drills/v1', keys.ada)
  const answer = await ask('GET', `/drills/v1/${body.drill.id}`, keys.bola)
  expect(answer).toMatchObject({ status: 404, body: { code: 'transaction_unknown' } })
})

test('a live key starts no drill', async () => {
  expect(await ask('POST', '/drills/v1', keys.adaLive)).toMatchObject({
    status: 403,
    body: { code: 'test_mode_only' },
  })
})

test('an unknown URL is 404 before the key is checked', async () => {
  expect(await ask('GET', '/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  [undefined, 'key_missing'],
  ['hello', 'key_malformed'],
])('the key %s is 401 %s', async (key, code) => {
  expect(await ask('POST', '/drills/v1', key)).toMatchObject({ status: 401, body: { code } })
})

test('a key with a typing error is told so', async () => {
  const mistyped = keys.ada.slice(0, -1) + (keys.ada.endsWith('2') ? '3' : '2')
  expect(await ask('POST', '/drills/v1', mistyped)).toMatchObject({
    status: 401,
    body: { code: 'key_mistyped' },
  })
})

test('every error has the same format and a request id', async () => {
  const id = formatId('transaction', newId())
  const { body } = await ask('GET', `/drills/v1/${id}`, keys.ada)
  expect(body).toEqual({
    status: 'error',
    message: `No drill has the id ${id}.`,
    code: 'transaction_unknown',
    errors: [],
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    docs_url: 'https://api.afara.test/docs/errors#transaction_unknown',
  })
})

test('health says whether the database can be reached', async () => {
  expect(await ask('GET', '/health')).toEqual({ status: 200, body: { status: 'ok', postgresql: true } })
})
