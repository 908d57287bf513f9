import { expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { readPayerPolicy } from './payer-policy.ts'
import { readCredentials } from './payout-accounts.ts'

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
  ['a chain without a threshold', { ...token, chain_id: 137, decimals: 6 }],
])('%s stops the payer', (_what, changed) => {
  expect(() =>
    readPayerPolicy(JSON.stringify({ operators_root: ROOT, accounts: [account], tokens: [changed] })),
  ).toThrow(/token 1 of the policy/)
})

test('a policy that names an account twice, or that is no policy at all, stops the payer', () => {
  expect(() => readPayerPolicy(write(account, account))).toThrow(/twice/)
  expect(() => readPayerPolicy('{"accounts": []}')).toThrow(/tokens/)
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
