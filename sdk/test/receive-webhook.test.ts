import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receiveInExpress, receiveWebhook } from '../examples/receive-webhook.ts'
import { createEventInbox, createMemoryInboxStore, newWebhookSecret, signWebhook } from '../src/index.ts'

const secret = newWebhookSecret()
const handled: string[] = []
let isBroken = false
const settings = () => ({
  secrets: [newWebhookSecret(), secret],
  inbox: createEventInbox({
    store: createMemoryInboxStore(),
    handle: (event) => {
      if (isBroken) throw new Error('the database is away')
      handled.push(event.type)
    },
  }),
})
const server = createServer(receiveWebhook(settings()))
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
})
beforeEach(() => {
  handled.length = 0
  isBroken = false
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function message(id: string, changes: { body?: string; secret?: string } = {}) {
  const body = JSON.stringify({
    id,
    type: 'webhook.ping',
    number: null,
    sequence: null,
    data: { note: '₦ 1' },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = await signWebhook({ id, timestamp, payload: body, secret: changes.secret ?? secret })
  return {
    body: changes.body ?? body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    },
  }
}

const post = async (message: { body: string; headers: Record<string, string> }): Promise<number> =>
  (await fetch(url, { method: 'POST', ...message })).status

test('over node:http an event is handled once, however often it is delivered', async () => {
  expect(await post(await message('evt_1'))).toBe(204)
  expect(await post(await message('evt_1'))).toBe(204)
  expect(handled).toEqual(['webhook.ping'])
})

test('a forged, changed or oversized message is refused', async () => {
  expect(await post(await message('evt_2', { secret: newWebhookSecret() }))).toBe(400)
  expect(await post(await message('evt_2', { body: '{}' }))).toBe(400)
  expect(await post(await message('evt_2', { body: ' '.repeat(1_000_001) }))).toBe(500)
  expect(handled).toEqual([])
})

test('an event that could not be handled gets an error, so that it is sent again', async () => {
  isBroken = true
  expect(await post(await message('evt_3'))).toBe(500)
  isBroken = false
  expect(await post(await message('evt_3'))).toBe(204)
  expect(handled).toEqual(['webhook.ping'])
})

test('in Express the raw body is verified, and a body that was already parsed is refused', async () => {
  const receive = receiveInExpress(settings())
  const statuses: number[] = []
  const response = { sendStatus: (status: number) => statuses.push(status) }
  const { body, headers } = await message('evt_4')
  await receive({ body: Buffer.from(body), headers }, response)
  await receive({ body: JSON.parse(body), headers }, response)
  expect(statuses).toEqual([204, 400])
  expect(handled).toEqual(['webhook.ping'])
})
