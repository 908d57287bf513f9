import { expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { readWalletKeys } from './keys/read-keys.ts'
import { readPolicy } from './policy.ts'

const lane = {
  mode: 'test',
  network: 'Polygon',
  chain_id: 80002,
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  decimals: 6,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  key: 'one',
  per_transfer_minor: '1',
  per_hour_minor: '2',
  per_day_minor: '3',
  first_seen_minor: '4',
  max_fee_per_gas: '5',
  max_gas: '6',
}
const keys = { one: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' }
const write = (...lanes: object[]) => JSON.stringify({ operators_root: ROOT, lanes })

test('a lane is found by mode, network and address, and nothing else is allowed', () => {
  const policy = readPolicy(write(lane))
  const address = lane.address.toLowerCase()
  expect(policy.find({ mode: 'test', network: 'Polygon', address })).toMatchObject({
    chain: { chain: '80002' },
    perDayMinor: 3n,
    number: undefined,
  })
  expect(policy.find({ mode: 'live', network: 'Polygon', address })).toBeUndefined()
  expect(policy.find({ mode: 'test', network: 'Avalanche', address })).toBeUndefined()
  expect(policy.isOurs(lane.token.toLowerCase())).toBe(true)
  expect(policy.isOurs('0x00000000000000000000000000000000deadbeef')).toBe(false)
})

test.each<[string, object]>([
  ['a cap that is missing', { ...lane, per_hour_minor: undefined }],
  ['a cap that is misspelt', { ...lane, per_week_minor: '1' }],
  ['a cap below zero', { ...lane, per_day_minor: '-1' }],
  ['a cap with a fraction', { ...lane, per_day_minor: 1.5 }],
  ['a cap with an exponent', { ...lane, per_day_minor: '1e9' }],
  ['an invalid address', { ...lane, address: '0x12' }],
  ['an unknown mode', { ...lane, mode: 'both' }],
  ['a token with too few decimals for a kobo', { ...lane, decimals: 1 }],
  ['a setting of another family', { ...lane, passphrase: 'x' }],
])('%s stops the signer', (_what, changed) => {
  expect(() => readPolicy(write(changed))).toThrow(/lane 1 of the policy/)
})

test('a policy that names a lane twice, or that is no policy at all, stops the signer', () => {
  expect(() => readPolicy(write(lane, { ...lane, address: lane.address.toLowerCase() }))).toThrow(/twice/)
  expect(() => readPolicy(write(lane, { ...lane, mode: 'live' }))).toThrow(
    'the policy names chain 80002 as test:Polygon and as live:Polygon. A chain belongs to one network in one mode',
  )
  expect(() => readPolicy('[]')).toThrow(/lanes/)
  expect(() => readPolicy('{"lanes": [], "allow": "all"}')).toThrow(/lanes/)
})

test('a key in a file must belong to its lane, and is never allowed for a live lane', async () => {
  const address = lane.address.toLowerCase()
  const read = await readWalletKeys(JSON.stringify(keys), readPolicy(write(lane)))
  expect(read.get('one')).toMatchObject({ address })
  const wrong: readonly [object, object, RegExp][] = [
    [{}, lane, /no valid entry for one/],
    [{ one: '0x12' }, lane, /no valid entry for one/],
    [keys, { ...lane, key: 'toString' }, /no valid entry for toString/],
    [{ one: `0x${'01'.repeat(32)}` }, lane, /does not belong to/],
    [keys, { ...lane, mode: 'live' }, /live key one/],
  ]
  for (const [file, changed, message] of wrong) {
    await expect(readWalletKeys(JSON.stringify(file), readPolicy(write(changed)))).rejects.toThrow(message)
  }
})
