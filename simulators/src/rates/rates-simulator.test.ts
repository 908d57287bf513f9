import { afterAll, beforeEach, expect, test } from 'vitest'
import { createRatesSimulator } from './rates-simulator.ts'

const app = createRatesSimulator()
const latest = { url: '/monierate/rates/latest.json?base=USD&market=parallel', headers: { api_key: 'any' } }
beforeEach(async () => {
  await app.inject({ method: 'DELETE', url: '/admin/state' })
})
afterAll(async () => app.close())

test('the simulator answers as Monierate documents', async () => {
  expect((await app.inject(latest)).json()).toMatchObject({
    status: 'success',
    message: 'retrieved',
    data: {
      base: 'USD',
      market: 'parallel',
      timestamp: expect.any(Number) as number,
      rates: { NGN: 1452.75 },
    },
  })
  expect((await app.inject({ url: latest.url })).json()).toMatchObject({ message: 'missing_api_key' })
  expect((await app.inject({ ...latest, url: '/monierate/rates/latest.json?base=XYZ' })).statusCode).toBe(400)
})

test('the simulator answers like Quidax: prices are text and the time is in seconds', async () => {
  const { data } = (await app.inject({ url: '/quidax/api/v1/markets/tickers/usdcngn' })).json()
  expect(data.ticker).toMatchObject({ buy: '1449.2', sell: '1455.8' })
  expect(String(data.at)).toHaveLength(10)
  expect((await app.inject({ url: '/quidax/api/v1/markets/tickers/nothing' })).statusCode).toBe(404)
})

test('prices and faults can be set and reset', async () => {
  const set = async (url: string, payload: object) => app.inject({ method: 'PATCH', url, payload })
  await set('/admin/prices', { dollar: { NGN: '1500.10' } })
  expect((await app.inject(latest)).body).toContain('"NGN":1500.10,')
  await set('/admin/faults', { monierate: 'error_500' })
  expect((await app.inject(latest)).statusCode).toBe(500)
  expect((await app.inject({ url: '/admin/state' })).json()).toMatchObject({
    requests: { monierate: 2, quidax: 0 },
  })
  await app.inject({ method: 'DELETE', url: '/admin/state' })
  expect((await app.inject(latest)).body).toContain('"NGN":1452.75,')
})

test.each([
  ['/admin/prices', { dollar: { NGN: 'cheap' } }],
  ['/admin/prices', { dollars: {} }],
  ['/admin/faults', { monierate: 'mood' }],
  ['/admin/faults', { reuters: 'none' }],
])('an invalid setting is refused: %s %j', async (url, payload) => {
  expect((await app.inject({ method: 'PATCH', url, payload })).statusCode).toBe(400)
})
