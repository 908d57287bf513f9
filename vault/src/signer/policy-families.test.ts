import { expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { toBase58 } from '../shared/bytes.ts'
import { writeAddress } from '../shared/stellar-address.ts'
import { stellar } from './families/stellar/stellar.ts'
import { createLocalKey } from './keys/local-key.ts'
import { readWalletKeys } from './keys/read-keys.ts'
import { verifiedKey } from './keys/verified-key.ts'
import { readPolicy } from './policy.ts'

const secret = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`
const keyOf = (byte: number) => verifiedKey(createLocalKey(new Uint8Array(32).fill(byte), 'ed25519'))
const onSolana = (byte: number) => toBase58(keyOf(byte).publicKey)
const onStellar = (byte: number) => writeAddress({ key: keyOf(byte).publicKey, id: undefined })
const caps = { per_transfer_minor: '1', per_hour_minor: '2', per_day_minor: '3', first_seen_minor: '4' }
const token_program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const solanaLane = {
  family: 'solana',
  mode: 'test',
  network: 'Solana',
  number: 1,
  decimals: 6,
  address: onSolana(1),
  key: 'solana',
  mint: onSolana(9),
  token_program,
  marker_secret: 'a secret of more than thirty-two characters',
  max_fee: '100000',
  ...caps,
}
const solanaSweeper = {
  family: 'solana',
  mode: 'test',
  network: 'Solana',
  decimals: 6,
  address: onSolana(2),
  key: 'solana-sweeper',
  mint: onSolana(9),
  token_program,
  treasury: onSolana(1),
  max_cost: '50000000',
  max_salts: 12,
  per_hour: 10,
  openings_per_hour: 10,
}
const stellarLane = {
  family: 'stellar',
  mode: 'test',
  network: 'Stellar',
  decimals: 7,
  address: onStellar(1),
  key: 'hot',
  passphrase: 'A network of the test only',
  asset: `NGNC:${onStellar(9)}`,
  channels: [
    { address: onStellar(11), base: '0', key: 'channel-1' },
    { address: onStellar(12), base: '7', key: 'channel-2' },
  ],
  max_fee: '10000000',
  ...caps,
}
const stellarSweeper = {
  family: 'stellar',
  mode: 'test',
  network: 'Stellar',
  address: onStellar(2),
  key: 'sweeper',
  passphrase: 'A network of the test only',
  asset: `NGNC:${onStellar(9)}`,
  treasury: onStellar(1),
  max_cost: '10000000',
  max_salts: 50,
  per_hour: 10,
}
const keys = {
  solana: secret(1),
  'solana-sweeper': secret(2),
  hot: secret(1),
  'channel-1': secret(11),
  'channel-2': secret(12),
  sweeper: secret(2),
}
const read = (lanes: readonly object[], sweepers: readonly object[] = []) =>
  readPolicy(JSON.stringify({ operators_root: ROOT, lanes, sweepers }))

test('a lane of each family is found by its address, and its keys by their names', async () => {
  const policy = read([solanaLane, stellarLane], [solanaSweeper, stellarSweeper])
  const found = await readWalletKeys(JSON.stringify(keys), policy)
  expect([...found.keys()].toSorted()).toEqual(Object.keys(keys).toSorted())
  expect(policy.find({ mode: 'test', network: 'Solana', address: onSolana(1) })?.number).toBe(1)
  for (const address of [onSolana(1).toLowerCase(), onSolana(2)])
    expect(policy.find({ mode: 'test', network: 'Solana', address })).toBeUndefined()
  const ours = [
    onSolana(1),
    onSolana(2),
    onSolana(9),
    token_program,
    onStellar(1),
    onStellar(2),
    onStellar(9),
    onStellar(11),
    onStellar(12),
  ]
  expect(ours.filter((address) => !policy.isOurs(address))).toEqual([])
  // A muxed address of our account is ours as well.
  const numbered = writeAddress({ key: keyOf(1).publicKey, id: 7n })
  expect(policy.isOurs(stellar.holderOf(numbered) ?? '')).toBe(true)
})

test('a key that does not belong to its address stops the signer, also for a channel', async () => {
  const wrong = async (change: object, lane: object) =>
    readWalletKeys(JSON.stringify({ ...keys, ...change }), read([lane]))
  await expect(wrong({ solana: secret(3) }, solanaLane)).rejects.toThrow(/key solana does not belong to/)
  await expect(wrong({ 'channel-2': secret(3) }, stellarLane)).rejects.toThrow(
    /key channel-2 does not belong to/,
  )
})

test.each<[string, object]>([
  ['an unknown family', { ...solanaLane, family: 'toString' }],
  ['an invalid mint', { ...solanaLane, mint: onStellar(1) }],
  ['a secret that is too short', { ...solanaLane, marker_secret: 'short' }],
  ['a missing maximum fee', { ...solanaLane, max_fee: undefined }],
  ['a setting of another family', { ...solanaLane, chain_id: 1 }],
  ['an address of another family', { ...solanaLane, address: onStellar(1) }],
  ['other decimals than the network’s', { ...stellarLane, decimals: 6 }],
  ['an asset without an issuer', { ...stellarLane, asset: 'NGNC' }],
  ['a lane without a channel', { ...stellarLane, channels: [] }],
  ['a channel that has no base', { ...stellarLane, channels: [{ address: onStellar(11), key: 'x' }] }],
  [
    'a lane with a muxed address',
    { ...stellarLane, address: writeAddress({ key: keyOf(1).publicKey, id: 7n }) },
  ],
  [
    'a channel that is the lane',
    { ...stellarLane, channels: [{ address: onStellar(1), base: '0', key: 'hot' }] },
  ],
  ['too many decimals on Solana', { ...solanaLane, decimals: 19 }],
  ['too few decimals', { ...solanaLane, decimals: 1 }],
  ['too many decimals', { ...solanaLane, decimals: 37 }],
  ['a lane that is no object', 7 as unknown as object],
  ['a channel twice', { ...stellarLane, channels: [stellarLane.channels[0], stellarLane.channels[0]] }],
])('%s stops the signer', (_what, lane) => {
  expect(() => read([lane])).toThrow(/lane 1 of the policy|channel 1|family|wallet twice/)
})

test('a sweeper cannot be a channel of a lane, and two lanes cannot share a channel', () => {
  expect(() => read([stellarLane], [{ ...stellarSweeper, address: onStellar(11) }])).toThrow(
    /as a sweeper and as a lane/,
  )
  expect(() => read([stellarLane, { ...stellarLane, address: onStellar(5) }])).toThrow(/wallet twice/)
  expect(() => read([stellarLane], [{ ...stellarSweeper, mode: 'live' }])).toThrow(/names chain/)
  expect(() => read([solanaLane], [{ ...solanaSweeper, mode: 'live' }])).toThrow(/names chain/)
})

test.each<[string, object]>([
  ['no salt', { max_salts: 0 }],
  ['too many salts', { max_salts: 201 }],
  ['one decimal', { decimals: 1 }],
  ['too many decimals', { decimals: 19 }],
  ['an invalid treasury', { treasury: onStellar(1) }],
  ['an invalid address', { address: 'x' }],
])('a sweeper with %s stops the signer', (_what, change) => {
  expect(() => read([solanaLane], [{ ...solanaSweeper, ...change }])).toThrow(/sweeper 1 of the policy/)
})

test('a policy that is no policy at all stops the signer', () => {
  for (const wrong of ['[]', '{}', '{"lanes": [], "sweepers": {}}', '{"lanes": [], "caps": 1}'])
    expect(() => readPolicy(wrong)).toThrow('the policy must be')
  expect(() => read([], [7 as unknown as object])).toThrow(/sweeper 1 of the policy/)
})
