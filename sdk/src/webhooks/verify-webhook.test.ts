import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret, signWebhook } from './signature.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = newWebhookSecret()
const now = new Date('2026-11-16T09:00:00Z')
const timestamp = now.getTime() / 1000
const payload =
  '{"id":"evt_1","type":"buy.completed","number":7,"sequence":3,"data":{"transaction":{"amount":25000.10}}}'

async function signed(changes: { secret?: string; timestamp?: number; payload?: string; id?: string } = {}) {
  const message = { id: 'evt_1', timestamp, payload, secret, ...changes }
  return {
    payload: message.payload,
    headers: {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': await signWebhook(message),
    },
    secret,
    now,
  }
}

test('a valid webhook returns its event, with the exact amount', async () => {
  expect(await verifyWebhook(await signed())).toMatchObject({
    id: 'evt_1',
    number: 7,
    data: { transaction: { amount: '25000.10' } },
  })
})

test('signatures of the standard’s own library are accepted, and that library accepts ours', async () => {
  const library = new Webhook(secret)
  const signature = library.sign('evt_1', now, payload)
  const message = await signed()
  expect(message.headers['webhook-signature']).toBe(signature)
  const current = await signed({ timestamp: Math.floor(Date.now() / 1000) })
  expect(library.verify(payload, current.headers)).toMatchObject({ id: 'evt_1' })
})

test('bytes, a Headers object and headers in any case are accepted', async () => {
  const message = await signed()
  const bytes = new TextEncoder().encode(payload)
  const shouted = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  await expect(verifyWebhook({ ...message, payload: bytes })).resolves.toBeDefined()
  await expect(verifyWebhook({ ...message, headers: new Headers(message.headers) })).resolves.toBeDefined()
  await expect(verifyWebhook({ ...message, headers: shouted })).resolves.toBeDefined()
})

test('while secrets are rotated, the old and the new one are accepted', async () => {
  const old = newWebhookSecret()
  const { secret: _, ...message } = await signed()
  const both = `${await signWebhook({ id: 'evt_1', timestamp, payload, secret: old })} v1a,c29tZQ== ${message.headers['webhook-signature']}`
  const headers = { ...message.headers, 'webhook-signature': both }
  await expect(verifyWebhook({ ...message, headers, secrets: [old] })).resolves.toBeDefined()
  await expect(
    verifyWebhook({ ...message, headers, secrets: [newWebhookSecret(), secret] }),
  ).resolves.toBeDefined()
})

test.each([
  [
    'signed with another secret',
    async () => ({ ...(await signed({ secret: newWebhookSecret() })) }),
    'signature_wrong',
  ],
  [
    'changed on its way',
    async () => ({ ...(await signed()), payload: payload.replace('.10', '.11') }),
    'signature_wrong',
  ],
  ['cut short', async () => ({ ...(await signed()), payload: payload.slice(0, -1) }), 'signature_wrong'],
  ['of another id', async () => withHeader('webhook-id', 'evt_2'), 'signature_wrong'],
  ['of another time', async () => withHeader('webhook-timestamp', String(timestamp + 1)), 'signature_wrong'],
  [
    'with no signature that we know',
    async () => withHeader('webhook-signature', 'v2,abc v1 v1,*'),
    'signature_wrong',
  ],
  ['without a signature', async () => withHeader('webhook-signature', ''), 'header_missing'],
  ['with a time that is none', async () => withHeader('webhook-timestamp', 'now'), 'timestamp_malformed'],
  ['sent again much later', () => signed({ timestamp: timestamp - 301 }), 'timestamp_too_old'],
  ['from the future', () => signed({ timestamp: timestamp + 301 }), 'timestamp_too_new'],
  ['with another id inside', () => signed({ id: 'evt_9' }), 'payload_malformed'],
  ['that is no JSON', () => signed({ payload: 'hello' }), 'payload_malformed'],
])('a webhook %s is refused', async (_, make, code) => {
  await expect(verifyWebhook(await make())).rejects.toMatchObject({ name: 'WebhookError', code })
})

test('a parsed body and an invalid secret are refused', async () => {
  const message = await signed()
  const parsed = { ...message, payload: JSON.parse(payload) }
  await expect(verifyWebhook(parsed)).rejects.toMatchObject({ code: 'payload_not_raw' })
  await expect(verifyWebhook({ ...message, secret: 'whsec_' })).rejects.toMatchObject({
    code: 'secret_malformed',
  })
  await expect(verifyWebhook({ ...message, secret: 'a b' })).rejects.toMatchObject({
    code: 'secret_malformed',
  })
})

async function withHeader(name: string, value: string) {
  const message = await signed()
  return { ...message, headers: { ...message.headers, [name]: value } }
}
