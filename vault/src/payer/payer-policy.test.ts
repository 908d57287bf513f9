import { expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { readPayerPolicy } from './payer-policy.ts'
import { createPayoutAccounts, readCredentials } from './payout-accounts.ts'

const account = {
  account: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  mode: 'test',
  vendor: 'paystack',
  per_payout_minor: '100',
  per_hour_minor: '200',
  per_day_minor: '300',
  first_day_minor: '150',
}
const token = {
  mode: 'test',
  network: 'Polygon',
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  factory: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  treasury: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
}
const write = (...accounts: object[]) => JSON.stringify({ operators_root: ROOT, accounts, tokens: [token] })

test('an account is found by its id, a token by its network, and nothing else is allowed', () => {
  const policy = readPayerPolicy(write(account))
  expect(policy.find(account.account)).toMatchObject({ perDayMinor: 300n, repeatAfterMs: 1_800_000 })
  expect(policy.find('another')).toBeUndefined()
  expect(policy.tokenOf('test', 'Polygon')).toMatchObject({
    chain: { token: token.token.toLowerCase(), createWitness: undefined },
    askAbove: undefined,
  })
  expect(policy.tokenOf('live', 'Polygon')).toBeUndefined()
})

test.each<[string, object]>([
  ['a cap that is missing', { ...account, per_hour_minor: undefined }],
  ['a cap that is misspelt', { ...account, per_week_minor: '1' }],
  ['a cap below zero', { ...account, per_day_minor: '-1' }],
  ['a cap in words', { ...account, per_hour_minor: 'much' }],
  ['a cap that JSON rounds', { ...account, per_hour_minor: 1e300 }],
  ['a list', []],
  ['an unknown vendor', { ...account, vendor: 'bank' }],
  ['an invalid account id', { ...account, account: '1' }],
  ['a repeat that is too soon for real money', { ...account, mode: 'live', repeat_after_seconds: 60 }],
])('%s stops the payer', (_what, changed) => {
  expect(() => readPayerPolicy(write(changed))).toThrow(/account 1 of the policy/)
})

test.each<[string, object]>([
  ['a factory that is missing', { ...token, factory: undefined }],
  ['an invalid treasury address', { ...token, treasury: '0x1' }],
  ['a threshold without a chain', { ...token, ask_above_minor: '100', ask_above_hour_minor: '100' }],
  ['a threshold without one per hour', { ...token, ask_above_minor: '100', chain_id: 137, decimals: 6 }],
  [
    'a token with one decimal',
    { ...token, ask_above_minor: '1', ask_above_hour_minor: '1', chain_id: 137, decimals: 1 },
  ],
  [
    'a token with too many decimals',
    { ...token, ask_above_minor: '1', ask_above_hour_minor: '1', chain_id: 137, decimals: 37 },
  ],
  ['a chain without a threshold', { ...token, chain_id: 137, decimals: 6 }],
])('%s stops the payer', (_what, changed) => {
  expect(() =>
    readPayerPolicy(JSON.stringify({ operators_root: ROOT, accounts: [account], tokens: [changed] })),
  ).toThrow(/token 1 of the policy/)
})

test('a policy that names an account twice, or that is no policy at all, stops the payer', () => {
  expect(() => readPayerPolicy(write(account, account))).toThrow(/twice/)
  expect(() => readPayerPolicy('{"accounts": []}')).toThrow(/tokens/)
  expect(() => readPayerPolicy('[]')).toThrow(/tokens/)
  const policy = (change: object) =>
    JSON.stringify({ operators_root: ROOT, accounts: [account], tokens: [token], ...change })
  expect(() => readPayerPolicy(policy({ tokens: {} }))).toThrow(/tokens/)
  expect(() => readPayerPolicy(policy({ token }))).toThrow(/tokens/)
  expect(() => readPayerPolicy(policy({ tokens: [token, token] }))).toThrow('names a network twice')
  for (const wrong of [{ ...token, family: 'bitcoin' }])
    expect(() => readPayerPolicy(policy({ tokens: [wrong] }))).toThrow('family does not exist')
  expect(() => readPayerPolicy(policy({ tokens: [7] }))).toThrow(/token 1/)
  for (const operators_root of [7, 'root', undefined])
    expect(() => readPayerPolicy(policy({ operators_root }))).toThrow(/operators_root/)
  for (const uncaused_test_minor of [7, '1.5', '-1'])
    expect(() => readPayerPolicy(policy({ uncaused_test_minor }))).toThrow(/uncaused_test_minor/)
  expect(readPayerPolicy(policy({ uncaused_test_minor: '7' })).uncausedTestMinor).toBe(7n)
})

test('credentials of an unknown vendor and misspelt settings are refused', () => {
  const good = { vendor: 'paystack', base_url: 'https://api.paystack.co', secret_key: 'sk_test_1' }
  expect(readCredentials(JSON.stringify({ a: good })).get('a')?.vendor).toBe('paystack')
  for (const wrong of [
    { ...good, vendor: 'x' },
    { ...good, secret: 'y' },
    { ...good, base_url: 'x' },
    { vendor: 'monnify' },
  ])
    expect(() => readCredentials(JSON.stringify({ a: wrong }))).toThrow(/the credentials of a/)
})

test('an account without credentials, or with those of another vendor, stops the payer', () => {
  const policy = readPayerPolicy(write({ ...account, repeat_after_seconds: 5 }))
  const id = account.account
  const paystack = { vendor: 'paystack', base_url: 'https://api.paystack.co', secret_key: 'sk_1' }
  const monnify = {
    vendor: 'monnify',
    base_url: 'https://api.monnify.com',
    api_key: 'MK_1',
    secret_key: 's',
    source_account_number: '0123456789',
  }
  const open = (file: object) => createPayoutAccounts(policy, readCredentials(JSON.stringify(file)), Date.now)
  expect(open({ [id]: { ...paystack, previous_secret_key: 'sk_0' } }).get(id)?.rail.vendor).toBe('paystack')
  expect(() => open({})).toThrow('has no credentials')
  expect(() => open({ [id]: monnify })).toThrow('has no credentials')
  expect(() => readCredentials('[]')).toThrow('the credentials must be')
  expect(() => readCredentials('{"a": 7}')).toThrow('the vendor does not exist')
})
