import { expect, test } from 'vitest'
import { readAdminConfig, readApiConfig, readMigrationUrl, readWorkerConfig } from './config.ts'

const api = {
  API_HOST: '127.0.0.1',
  API_PORT: '8080',
  OTC_HOST: '127.0.0.1',
  OTC_PORT: '8082',
  API_MANAGEMENT_HOST: '127.0.0.1',
  API_MANAGEMENT_PORT: '8083',
  API_PUBLIC_URL: 'https://api.afara.test',
  OTC_PUBLIC_URL: 'https://otc.afara.test',
  DATABASE_URL_API: 'postgres://afara_api@db/afara',
  RESTATE_INGRESS_URL: 'http://engine:8081',
  CELL: 'lag1',
  KEY_PEPPERS: `1:${'0a'.repeat(32)},2:${'0b'.repeat(32)}`,
  WEBHOOK_SECRETS_KEY: `${'A'.repeat(43)}=`,
}
const worker = {
  WORKER_HOST: '127.0.0.1',
  WORKER_PORT: '9080',
  DATABASE_URL_WORKER: 'postgres://afara_worker@db/afara',
  DATABASE_URL_SEALER: 'postgres://afara_sealer@db/afara',
  RESTATE_INGRESS_URL: 'http://engine:8081',
  SEAL_HEAD_FILE: '/var/lib/afara/seal-head',
  WEBHOOK_SECRETS_KEY: `${'A'.repeat(43)}=`,
}

test("each process starts with its own settings and none of another's", () => {
  expect(readApiConfig(api)).toMatchObject({
    api: { port: 8080 },
    otc: { port: 8082 },
    keys: { cell: 'lag1' },
  })
  expect([...readApiConfig(api).keys.peppers.keys()]).toEqual([1, 2])
  expect(readWorkerConfig(worker)).toMatchObject({
    port: 9080,
    sealer: { headFile: '/var/lib/afara/seal-head' },
  })
  expect(readAdminConfig({ ...api, DATABASE_URL_OWNER: 'postgres://afara_owner@db/afara' }).cell).toBe('lag1')
  expect(readMigrationUrl({ DATABASE_URL_MIGRATE: 'postgres://postgres@db/afara' })).toContain('postgres@db')
})

test.each(Object.keys(api))('an api without %s refuses to start and names it', (name) => {
  expect(() => readApiConfig({ ...api, [name]: '' })).toThrow(name)
})

test.each(Object.keys(worker))('a worker without %s refuses to start and names it', (name) => {
  expect(() => readWorkerConfig({ ...worker, [name]: undefined })).toThrow(name)
})

test.each([
  ['API_PORT', '80a'],
  ['API_PORT', '70000'],
  ['CELL', 'Lagos'],
  ['KEY_PEPPERS', 'secret'],
  ['KEY_PEPPERS', '1:00'],
  ['DATABASE_URL_API', 'db'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['API_DRAIN_MS', '60000'],
  ['WEBHOOK_SECRETS_KEY', 'c2hvcnQ='],
  ['WEBHOOK_ALLOW_LOOPBACK', 'live'],
])('%s=%s is refused', (name, value) => {
  expect(() => readApiConfig({ ...api, [name]: value })).toThrow(name)
})

test('only listed networks are believed about the caller, and without a list nobody is', () => {
  expect(readApiConfig(api).trustedProxies).toEqual([])
  expect(
    readApiConfig({ ...api, TRUSTED_PROXIES: ' 10.0.0.0/8, fd00::/8,192.0.2.1 ' }).trustedProxies,
  ).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
})

test('a source of rates without an address is not asked, and one with an address needs its key', () => {
  expect(readWorkerConfig(worker).rates).toEqual({ pollMs: 30_000, monierate: undefined, quidax: undefined })
  const urls = { RATES_MONIERATE_URL: 'https://rates.test/core/', RATES_QUIDAX_URL: 'https://exchange.test' }
  expect(() => readWorkerConfig({ ...worker, ...urls })).toThrow('RATES_MONIERATE_KEY')
  expect(
    readWorkerConfig({ ...worker, ...urls, RATES_MONIERATE_KEY: 'k', RATE_POLL_SECONDS: '10' }).rates,
  ).toEqual({
    pollMs: 10_000,
    monierate: { url: 'https://rates.test/core', apiKey: 'k' },
    quidax: { url: 'https://exchange.test' },
  })
  expect(() => readWorkerConfig({ ...worker, RATE_POLL_SECONDS: '600' })).toThrow('RATE_POLL_SECONDS')
})

test('a bank vendor without an address is not asked, and one with an address needs its credentials', () => {
  const none = { monnify: undefined, providus: undefined, paystack: undefined }
  expect(readWorkerConfig(worker)).toMatchObject({ banks: { live: none, test: none }, bankPollMs: 5_000 })
  const monnify = { BANK_TEST_MONNIFY_URL: 'https://monnify.test/', BANK_TEST_MONNIFY_API_KEY: 'MK_1' }
  expect(() => readApiConfig({ ...api, ...monnify })).toThrow('BANK_TEST_MONNIFY_SECRET')
  expect(() =>
    readApiConfig({ ...api, BANK_LIVE_PROVIDUS_URL: 'https://p.test', BANK_LIVE_PROVIDUS_SECRET: 's' }),
  ).toThrow('BANK_LIVE_PROVIDUS_CLIENT_ID')
  const { banks } = readApiConfig({
    ...api,
    ...monnify,
    BANK_TEST_MONNIFY_SECRET: 'new',
    BANK_TEST_MONNIFY_SECRET_PREVIOUS: 'old',
    BANK_TEST_MONNIFY_ACCOUNT_REFERENCES: '0123456789=shop-7, 0123456780=shop-8',
    BANK_TEST_MONNIFY_HOOK_NETWORKS: '35.242.133.146',
    BANK_LIVE_PAYSTACK_URL: 'https://paystack.test',
    BANK_LIVE_PAYSTACK_SECRET_KEY: 'sk',
  })
  expect(banks).toMatchObject({
    test: {
      ...none,
      monnify: {
        url: 'https://monnify.test',
        apiKey: 'MK_1',
        secrets: ['new', 'old'],
        accountReferences: { '0123456789': 'shop-7', '0123456780': 'shop-8' },
        hookNetworks: ['35.242.133.146'],
      },
    },
    live: { ...none, paystack: { url: 'https://paystack.test', secrets: ['sk'], hookNetworks: [] } },
  })
})

test.each([
  ['BANK_TEST_PAYSTACK_URL', 'paystack'],
  ['BANK_TEST_PAYSTACK_HOOK_NETWORKS', 'paystack.com'],
  ['BANK_TEST_MONNIFY_ACCOUNT_REFERENCES', '12=shop'],
])('%s=%s is refused where its vendor is asked', (name, value) => {
  const vendors = {
    BANK_TEST_PAYSTACK_URL: 'https://paystack.test',
    BANK_TEST_PAYSTACK_SECRET_KEY: 'sk',
    BANK_TEST_MONNIFY_URL: 'https://monnify.test',
    BANK_TEST_MONNIFY_API_KEY: 'MK_1',
    BANK_TEST_MONNIFY_SECRET: 's',
  }
  expect(() => readApiConfig({ ...api, ...vendors, [name]: value })).toThrow(name)
})

test('a chain without an address is not sent on, and one with an address needs its token', () => {
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

test('a live chain needs a second node, which is not the first by another name', () => {
  const live = {
    CHAIN_LIVE_POLYGON_URL: 'https://rpc.test/v2/key',
    CHAIN_LIVE_POLYGON_TOKEN: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    CHAIN_LIVE_POLYGON_DECIMALS: '6',
  }
  const started = (witness: Record<string, string>) => () =>
    readWorkerConfig({ ...worker, ...live, ...witness })
  expect(started({})).toThrow('CHAIN_LIVE_POLYGON_WITNESS_URL must be set to the URL of a second node')
  expect(started({ CHAIN_LIVE_POLYGON_WITNESS_URL: 'https://rpc.test/v3/another' })).toThrow(
    'another provider',
  )
  const second = { CHAIN_LIVE_POLYGON_WITNESS_URL: 'https://other.test/key' }
  expect(started(second)().chains.live.Polygon).toMatchObject({ witnessUrl: 'https://other.test/key' })
})
