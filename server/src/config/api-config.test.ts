import { expect, test } from 'vitest'
import { readApiConfig } from './api-config.ts'

const api = {
  API_HOST: '127.0.0.1',
  API_PORT: '8080',
  OTC_HOST: '127.0.0.1',
  OTC_PORT: '8082',
  API_MANAGEMENT_HOST: '127.0.0.1',
  API_MANAGEMENT_PORT: '8083',
  API_PUBLIC_URL: 'https://api.afara.test',
  OTC_PUBLIC_URL: 'https://otc.afara.test',
  DATABASE_URL_API: 'postgres://afara_api@db/afara?sslmode=verify-full',
  RESTATE_INGRESS_URL: 'https://engine:8081',
  CELL: 'lag1',
  KEY_PEPPERS: `1:${'0a'.repeat(32)},2:${'0b'.repeat(32)}`,
  CUSTOMER_IDENTITY_KEYS: `1:${'A'.repeat(43)}=`,
  WEBHOOK_SECRETS_KEY: `${'A'.repeat(43)}=`,
}

test('the API starts with only its own settings', () => {
  expect(readApiConfig(api)).toMatchObject({
    api: { port: 8080 },
    otc: { port: 8082 },
    keys: { cell: 'lag1' },
  })
  expect([...readApiConfig(api).keys.peppers.keys()]).toEqual([1, 2])
})

test.each(Object.keys(api))('the API refuses to start without %s and names it', (name) => {
  expect(() => readApiConfig({ ...api, [name]: '' })).toThrow(name)
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
  ['CUSTOMER_IDENTITY_KEYS', `${'A'.repeat(43)}=`],
  ['WEBHOOK_ALLOW_LOOPBACK', 'live'],
])('%s=%s is refused', (name, value) => {
  expect(() => readApiConfig({ ...api, [name]: value })).toThrow(name)
})

test('only listed networks are trusted to name the caller; without a list, no network is trusted', () => {
  expect(readApiConfig(api).trustedProxies).toEqual([])
  expect(
    readApiConfig({ ...api, TRUSTED_PROXIES: ' 10.0.0.0/8, fd00::/8,192.0.2.1 ' }).trustedProxies,
  ).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
})

test('a bank vendor with a URL needs its credentials, and one without a URL is not used', () => {
  const none = { monnify: undefined, providus: undefined, paystack: undefined, kora: undefined }
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
    BANK_TEST_MONNIFY_POOL: '0123456781',
    BANK_TEST_MONNIFY_CONTRACT_CODE: '7059707855',
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
        pool: '0123456781',
        contractCode: '7059707855',
      },
    },
    live: { ...none, paystack: { url: 'https://paystack.test', secrets: ['sk'], hookNetworks: [] } },
  })
})

test('numbers of Monnify need its contract code', () => {
  const monnify = {
    BANK_TEST_MONNIFY_URL: 'https://monnify.test',
    BANK_TEST_MONNIFY_API_KEY: 'MK_1',
    BANK_TEST_MONNIFY_SECRET: 's',
    BANK_TEST_MONNIFY_POOL: '0123456781',
  }
  expect(() => readApiConfig({ ...api, ...monnify })).toThrow('BANK_TEST_MONNIFY_CONTRACT_CODE')
})

test.each([
  ['BANK_TEST_PAYSTACK_URL', 'paystack'],
  ['BANK_TEST_PAYSTACK_HOOK_NETWORKS', 'paystack.com'],
  ['BANK_TEST_MONNIFY_ACCOUNT_REFERENCES', '12=shop'],
  ['BANK_TEST_MONNIFY_POOL', '12'],
])('%s=%s is refused when its vendor is used', (name, value) => {
  const vendors = {
    BANK_TEST_PAYSTACK_URL: 'https://paystack.test',
    BANK_TEST_PAYSTACK_SECRET_KEY: 'sk',
    BANK_TEST_MONNIFY_URL: 'https://monnify.test',
    BANK_TEST_MONNIFY_API_KEY: 'MK_1',
    BANK_TEST_MONNIFY_SECRET: 's',
  }
  expect(() => readApiConfig({ ...api, ...vendors, [name]: value })).toThrow(name)
})
