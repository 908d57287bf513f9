import { expect, test } from 'vitest'
import { readWorkerConfig } from './worker-config.ts'

const worker = {
  WORKER_HOST: '127.0.0.1',
  WORKER_PORT: '9080',
  DATABASE_URL_WORKER: 'postgres://afara_worker@db/afara?sslmode=verify-full',
  DATABASE_URL_SEALER: 'postgres://afara_sealer@db/afara?sslmode=verify-full',
  RESTATE_INGRESS_URL: 'https://engine:8081',
  SEAL_HEAD_FILE: '/var/lib/afara/seal-head',
  WEBHOOK_SECRETS_KEY: `${'A'.repeat(43)}=`,
}

test('a worker starts with only its own settings', () => {
  expect(readWorkerConfig(worker)).toMatchObject({
    port: 9080,
    sealer: { headFile: '/var/lib/afara/seal-head' },
  })
})

test.each(Object.keys(worker))('a worker refuses to start without %s and names it', (name) => {
  expect(() => readWorkerConfig({ ...worker, [name]: undefined })).toThrow(name)
})

test('a rate source without a URL is not used, and Monierate also needs a key', () => {
  expect(readWorkerConfig(worker).rates).toEqual({
    pollMs: 30_000,
    monierate: undefined,
    quidax: undefined,
    coingecko: undefined,
  })
  const urls = { RATES_MONIERATE_URL: 'https://rates.test/core/', RATES_QUIDAX_URL: 'https://exchange.test' }
  expect(() => readWorkerConfig({ ...worker, ...urls })).toThrow('RATES_MONIERATE_KEY')
  expect(
    readWorkerConfig({ ...worker, ...urls, RATES_MONIERATE_KEY: 'k', RATE_POLL_SECONDS: '10' }).rates,
  ).toEqual({
    pollMs: 10_000,
    monierate: { url: 'https://rates.test/core', apiKey: 'k' },
    quidax: { url: 'https://exchange.test' },
    coingecko: undefined,
  })
  expect(() => readWorkerConfig({ ...worker, RATE_POLL_SECONDS: '600' })).toThrow('RATE_POLL_SECONDS')
})

test('a bank vendor without a URL is not used', () => {
  const none = { monnify: undefined, providus: undefined, paystack: undefined, kora: undefined }
  expect(readWorkerConfig(worker)).toMatchObject({ banks: { live: none, test: none }, bankPollMs: 5_000 })
})

test('a chain without a URL is not used, and one with a URL needs its token', () => {
  expect(readWorkerConfig(worker).chains).toEqual({ live: {}, test: {} })
  const polygon = { CHAIN_TEST_POLYGON_URL: 'https://rpc.test/v2/key' }
  expect(() => readWorkerConfig({ ...worker, ...polygon })).toThrow('CHAIN_TEST_POLYGON_TOKEN')
  const token = { CHAIN_TEST_POLYGON_TOKEN: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
  expect(() => readWorkerConfig({ ...worker, ...polygon, ...token })).toThrow('CHAIN_TEST_POLYGON_DECIMALS')
  const decimals = { CHAIN_TEST_POLYGON_DECIMALS: '6' }
  expect(readWorkerConfig({ ...worker, ...polygon, ...token, ...decimals }).chains).toEqual({
    live: {},
    test: {
      Polygon: {
        family: 'evm',
        url: 'https://rpc.test/v2/key',
        witnessUrl: undefined,
        token: token.CHAIN_TEST_POLYGON_TOKEN,
        decimals: 6,
      },
    },
  })
  const coarse = { CHAIN_TEST_POLYGON_DECIMALS: '1' }
  expect(() => readWorkerConfig({ ...worker, ...polygon, ...token, ...coarse })).toThrow('2 to 30')
})

test('a live chain needs a second node on another host', () => {
  const live = {
    CHAIN_LIVE_POLYGON_URL: 'https://rpc.test/v2/key',
    CHAIN_LIVE_POLYGON_TOKEN: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    CHAIN_LIVE_POLYGON_DECIMALS: '6',
    RESTATE_IDENTITY_KEYS: `publickeyv1_${'A'.repeat(44)}`,
  }
  const started = (witness: Record<string, string>) => () =>
    readWorkerConfig({ ...worker, ...live, ...witness })
  expect(started({})).toThrow('set CHAIN_LIVE_POLYGON_WITNESS_URL to the URL of a second node')
  expect(started({ CHAIN_LIVE_POLYGON_WITNESS_URL: 'https://rpc.test/v3/another' })).toThrow(
    'another provider',
  )
  const second = { CHAIN_LIVE_POLYGON_WITNESS_URL: 'https://other.test/key' }
  expect(started(second)().chains.live.Polygon).toMatchObject({ witnessUrl: 'https://other.test/key' })
})
