import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createPayerWorld } from '../payer-world.ts'
import { wireTestApi } from './test-api.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
let vault: Awaited<ReturnType<typeof world.start>>
let api: ReturnType<typeof wireTestApi>
let app: FastifyInstance

beforeAll(async () => {
  world = await createPayerWorld()
  vault = await world.start('notified')
  api = wireTestApi({ url: world.urlOf }, { payer: { url: vault.url, token: world.tokens.api } })
  app = createApp(api)
})

afterAll(async () => {
  await app.close()
  await api.stop()
  await world.stop()
})

test('a signed notification of a payout causes an immediate query of the bank', async () => {
  const [payout] = await world.open(1, 1_500)
  const reference = payout?.reference ?? ''
  const later = `update payout set next_look_at = now() + interval '1 hour' where id = '${payout?.payoutId}'`
  await world.owner.query(later)
  const body = JSON.stringify({ event: 'transfer.success', data: { reference, status: 'success' } })
  const post = async (secret: string, url = '/hooks/v1/test/paystack/payouts', text = body) => {
    const signature = createHmac('sha512', secret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
    return (await app.inject({ method: 'POST', url, headers, payload: text })).statusCode
  }
  const isDue = async (): Promise<boolean | undefined> => {
    const { rows } = await world.owner.query<{ due: boolean }>(
      'select next_look_at <= now() as due from payout where id = $1',
      [payout?.payoutId],
    )
    return rows[0]?.due
  }

  expect(await post('another')).toBe(401)
  expect(await post(world.secretKey, undefined, `${body} `)).toBe(401)
  expect(await post(world.secretKey, '/hooks/v1/live/paystack/payouts')).toBe(401)
  expect(await post(world.secretKey, '/hooks/v1/test/monnify/payouts')).toBe(401)
  expect(await post(world.secretKey, '/hooks/v1/test/nobank/payouts')).toBe(404)
  expect(await isDue()).toBe(false)
  expect(await post(world.secretKey)).toBe(200)
  expect(await isDue()).toBe(true)
  // The notification is not trusted: the payout keeps its state.
  expect(await world.payoutsOf(payout?.transactionId ?? '')).toMatchObject([{ state: 'sending' }])

  await vault.child.kill()
  expect(await post(world.secretKey)).toBe(503)
})
