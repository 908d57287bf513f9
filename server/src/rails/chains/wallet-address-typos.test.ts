import { getAddressDecoder } from '@solana/addresses'
import { StrKey } from '@stellar/stellar-sdk/base'
import { bytesToHex, getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { createSeededRandom, type SeededRandom } from '../../../test/seeded-random.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import { createWalletAddressRules } from './wallet-address-rules.ts'

const TYPOS = 10_000
const rules = createWalletAddressRules({ forbidden: {} })

const hex = '0123456789abcdef'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The kinds of typing error. Characters come from the network's own alphabet, because any other character is always refused. */
const slips: ReadonlyArray<
  (address: string, place: number, random: SeededRandom, alphabet: string) => string
> = [
  (address, place, random, alphabet) => splice(address, place, 1, random.pick(alphabet)),
  (address, place, random, alphabet) => splice(address, place, 0, random.pick(alphabet)),
  (address, place) => splice(address, place, 1, ''),
  (address, place) => splice(address, place, 2, address.charAt(place + 1) + address.charAt(place)),
  (address, place) => splice(address, place, 1, otherCase(address.charAt(place))),
]

/** Returns the share of typos that are accepted and would send the tokens to another account. */
function unnoticed(
  network: NetworkName,
  alphabet: string,
  generate: (random: SeededRandom) => string,
): number {
  const random = createSeededRandom(1)
  let made = 0
  let passed = 0
  while (made < TYPOS) {
    const address = generate(random)
    const typed = random.pick(slips)(address, random.below(address.length), random, alphabet)
    if (typed === address) continue
    made += 1
    const [meant, got] = [rules.judge(network, address), rules.judge(network, typed)]
    if (meant.outcome !== 'fine') throw new Error(`generated no address of ${network}: ${address}`)
    if (got.outcome === 'fine' && got.address !== meant.address) passed += 1
  }
  const share = passed / TYPOS
  console.log(`typos ${network} ${TYPOS} unnoticed ${(share * 100).toFixed(2)} %`)
  return share
}

test('a typo in a Stellar address is always detected: a checksum of 16 bits detects any change within two characters', () => {
  const account = (random: SeededRandom) => StrKey.encodeEd25519PublicKey(random.bytes(32))
  expect(unnoticed('Stellar', base32, account)).toBe(0)
  const muxed = (random: SeededRandom) => StrKey.encodeMed25519PublicKey(random.bytes(40))
  expect(unnoticed('Stellar', base32, muxed)).toBe(0)
})

test.each(['Polygon', 'Avalanche'] as const)(
  'a typo in a %s address with capitals is accepted about twice in ten thousand: each letter is one bit of checksum',
  (network) => {
    const mixed = (random: SeededRandom) => getAddress(bytesToHex(random.bytes(20)))
    // Each letter halves the chance that a typo passes the checksum by luck: (13/16)^40 = 0.025 % on average. The same share of generated
    // addresses happens to have small letters only, and so has no checksum. Only two of five kinds of typo keep the length, so 0.02 % of
    // all typos pass.
    expect(unnoticed(network, hex, mixed)).toBeLessThan(0.001)
  },
)

test('an address in small letters has no checksum: every typo that keeps the length is accepted', () => {
  const lower = (random: SeededRandom) => bytesToHex(random.bytes(20))
  const share = unnoticed('Polygon', hex, lower)
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.6)
})

test('Solana has no checksum: most typos are accepted', () => {
  const wallet = (random: SeededRandom) => getAddressDecoder().decode(random.bytes(32))
  expect(unnoticed('Solana', base58, wallet)).toBeGreaterThan(0.5)
})

function splice(text: string, place: number, remove: number, insert: string): string {
  return text.slice(0, place) + insert + text.slice(place + remove)
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
