import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import { readWalletKeys } from './keys/read-keys.ts'
import { readPolicy } from './policy.ts'
import { signSweep } from './sign-sweep.ts'
import { readSweepOrder } from './signer-wire.ts'

const secret = `0x${'5a'.repeat(32)}` as const
const address = privateKeyToAddress(secret)
const factory = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const sweeper = {
  mode: 'test',
  network: 'Polygon',
  chain_id: 80002,
  factory,
  token,
  address,
  key: 'sweeper',
  max_cost: '1000000000',
  max_salts: 3,
  per_hour: 4,
}
const lane = {
  mode: 'test',
  network: 'Polygon',
  chain_id: 80002,
  token,
  decimals: 6,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  key: 'lane',
  per_transfer_minor: '1',
  per_hour_minor: '1',
  per_day_minor: '1',
  first_seen_minor: '1',
  max_fee_per_gas: '1',
  max_gas: '1',
}
const policyOf = (...sweepers: object[]) =>
  readPolicy(JSON.stringify({ operators_root: ROOT, lanes: [], sweepers }))
const salt = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const item = (n: number) => ({ salt: salt(n), units: '5' })
const order = {
  mode: 'test',
  network: 'Polygon',
  nonce: '7',
  items: [item(1), item(2)],
  terms: { maxFeePerGas: '1000', maxPriorityFeePerGas: '10', gas: '900000' },
}

let folder: string
let journal: Journal
let now: number
let killed: boolean

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-sweeps-'))
  journal = await openJournal(join(folder, 'journal.jsonl'))
  now = 1_800_000_000_000
  killed = false
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

const policy = policyOf(sweeper)
const keys = await readWalletKeys(JSON.stringify({ sweeper: secret }), policy)
const sign = async (changes: object = {}) => {
  return signSweep(
    { policy, keys, journal, isKilled: () => killed, nowMs: () => now },
    readSweepOrder({ ...order, ...changes }),
  )
}

test('a signed sweep is one call of the policy’s factory for the policy’s token, by the sweeper’s own key', async () => {
  const signed = await sign()
  if (signed.outcome !== 'signed') throw new Error(signed.message)
  const raw = signed.raw as `0x02${string}`
  const { to, value, data, nonce, gas, maxFeePerGas, chainId } = parseTransaction(raw)
  expect({ to, value: value ?? 0n, nonce, gas, maxFeePerGas, chainId }).toEqual({
    to: factory.toLowerCase(),
    value: 0n,
    nonce: 7,
    gas: 900_000n,
    maxFeePerGas: 1000n,
    chainId: 80_002,
  })
  const abi = parseAbi(['function sweep(bytes32[] salts, address token)'])
  expect(decodeFunctionData({ abi, data: data as Hex }).args).toEqual([[salt(1), salt(2)], token])
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)
  expect(signed.hash).toBe(keccak256(raw))
})

test('each sweep is recorded in the journal before it is signed, and the journal can be read again', async () => {
  await sign()
  const line = JSON.parse(readFileSync(join(folder, 'journal.jsonl'), 'utf8').trim())
  expect(line.sweep).toMatchObject({ mode: 'test', network: 'Polygon', nonce: '7', salts: 2 })
  await journal.close()
  journal = await openJournal(join(folder, 'journal.jsonl'))
  const name = { mode: 'test', network: 'Polygon', address: address.toLowerCase() }
  expect(journal.sweptLately(name, now)).toBe(1n)
  expect(journal.lanes()).toEqual([])
})

test.each([
  ['another network', { network: 'Avalanche' }, 'unknown_sweeper'],
  ['a sweep in live mode', { mode: 'live' }, 'unknown_sweeper'],
  ['too many addresses', { items: [1, 2, 3, 4].map(item) }, 'too_many_salts'],
  ['a call with too much gas', { terms: { ...order.terms, gas: '1000001' } }, 'fee_too_high'],
  ['a tip above the fee', { terms: { ...order.terms, maxPriorityFeePerGas: '1001' } }, 'fee_too_high'],
])('%s is refused', async (_what, changes, code) => {
  expect(await sign(changes)).toMatchObject({ outcome: 'refused', code })
  expect(journal.head().count).toBe(0)
})

test.each<[string, object]>([
  ['another factory', { factory: token }],
  ['another token', { token: factory }],
  ['its own bytes', { data: '0x' }],
  ['an amount of the network’s coin', { value: '1' }],
  ['an invalid salt', { items: [{ salt: '0x01', units: '5' }] }],
  ['a salt twice', { items: [item(1), item(1)] }],
  ['no address', { items: [] }],
  ['a nonce that is not text', { nonce: 7 }],
  ['an unknown term', { terms: { ...order.terms, to: token } }],
  ['a term that is not a number', { terms: { ...order.terms, gas: 'much' } }],
  ['no terms', { terms: {} }],
])('the caller cannot send %s', async (_what, changes) => {
  await expect(sign(changes)).rejects.toThrow(/./)
  expect(journal.head().count).toBe(0)
})

test('the number of sweeps per hour is limited, including repeats of the same one', async () => {
  for (let times = 0; times < 4; times += 1) expect(await sign()).toMatchObject({ outcome: 'signed' })
  expect(await sign()).toMatchObject({ outcome: 'refused', code: 'over_hour_cap' })
  now += 61 * 60_000
  expect(await sign()).toMatchObject({ outcome: 'signed' })
})

test('nothing is signed while the kill switch is on', async () => {
  killed = true
  await expect(sign()).rejects.toMatchObject({ code: 'killed' })
})

test('a sweeper that is also a lane, a second sweeper of a network or a missing cap stops the signer', () => {
  const policy = (lanes: object[], sweepers: object[]) => () =>
    readPolicy(JSON.stringify({ operators_root: ROOT, lanes, sweepers }))
  expect(policy([lane], [{ ...sweeper, address: lane.address }])).toThrow(/as a sweeper and as a lane/)
  expect(policy([], [sweeper, { ...sweeper, address: factory }])).toThrow(/two sweepers/)
  expect(policy([], [{ ...sweeper, max_cost: undefined }])).toThrow(/sweeper 1 of the policy: max_cost/)
  expect(policy([lane], [{ ...sweeper, mode: 'live' }])).toThrow(/chain 80002/)
})
