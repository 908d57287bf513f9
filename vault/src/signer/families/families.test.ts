import { expect, test } from 'vitest'
import { createLocalKey } from '../keys/local-key.ts'
import { verifiedKey } from '../keys/verified-key.ts'
import { familyNames, familyOf } from './families.ts'
import { buildSweep } from './stellar/build-sweep.ts'

const secret = new Uint8Array(32).fill(7)
const keys = [verifiedKey(createLocalKey(secret)), verifiedKey(createLocalKey(secret, 'ed25519'))]

test('a key has an address only on networks of its curve', () => {
  expect(familyNames).toEqual(['evm', 'solana', 'stellar'])
  for (const name of familyNames) {
    const { curve, addressOf } = familyOf(name)
    for (const key of keys) expect(addressOf(key) === '').toBe(key.curve !== curve)
  }
})

test('a policy that names no family means an EVM network, and any other name is refused', () => {
  expect(familyOf(undefined)).toBe(familyOf('evm'))
  for (const name of ['bitcoin', 'toString', '', 7, null, ['evm']])
    expect(() => familyOf(name)).toThrow('the network family does not exist')
})

test('tokens go to a wallet that somebody can hold, and to no program or contract of the network', () => {
  const solana = familyOf('solana')
  const wallet = solana.addressOf(keys[1] as (typeof keys)[number])
  expect(solana.holderOf(wallet)).toBe(wallet)
  for (const to of [
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    `${wallet}1`,
    wallet.slice(10),
    '',
  ])
    expect(solana.holderOf(to)).toBeUndefined()
  const evm = familyOf('evm')
  expect(evm.holderOf(`0x${'0'.repeat(39)}4`)).toBeUndefined()
  expect(evm.holderOf(`0x${'A'.repeat(40)}`)).toBeUndefined()
  expect(evm.holderOf(`0x${'a'.repeat(40)}`)).toBe(`0x${'a'.repeat(40)}`)
  const stellar = familyOf('stellar')
  const account = stellar.addressOf(keys[1] as (typeof keys)[number])
  expect(stellar.holderOf(account)).toBe(account)
  expect(stellar.holderOf(account.toLowerCase())).toBeUndefined()
})

test('a sweep leaves from an account of the network, or is not built', () => {
  const terms = { fee: '400', minTime: '0', maxTime: '1800000000' }
  const order = { nonce: 42n, items: [{ salt: `0x${'01'.repeat(32)}`, units: 1n }], terms }
  const treasury = familyOf('stellar').addressOf(keys[1] as (typeof keys)[number])
  const from = (address: string) => () =>
    buildSweep({ address, key: 'sweeper', passphrase: 'A test', asset: new Uint8Array(44), treasury }, order)
  expect(from(treasury)).not.toThrow()
  expect(from('GABC')).toThrow('this is not a Stellar account')
})
