import { randomBytes } from 'node:crypto'
import { depositAccount } from '@afara/vault/shared/solana-address.ts'
import { address, createAddressWithSeed, getBase58Decoder, isOffCurveAddress } from '@solana/kit'
import { expect, test } from 'vitest'
import { createMarkers } from '../locks/markers.ts'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { createSeedAddresses, depositSeed } from './seed-address.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './solana-address.ts'

const library = getBase58Decoder()

test('base58 is encoded and decoded as in other libraries, including leading zeros', () => {
  const samples = [
    Buffer.alloc(32),
    Buffer.alloc(64, 255),
    ...Array.from({ length: 200 }, (_, turn) => sample(turn)),
  ]
  for (const bytes of samples) {
    const text = library.decode(bytes)
    expect(encodeBase58(bytes)).toBe(text)
    expect(Buffer.from(decodeBase58(text, bytes.length))).toEqual(Buffer.from(bytes))
    expect(() => decodeBase58(text, bytes.length - 1)).toThrow(/not base58 of/)
    expect(() => decodeBase58(`${text}0`, bytes.length)).toThrow(/not base58 of/)
  }
})

test('the account of a sell is the one that the network computes, and it does not look like a wallet', async () => {
  const sweeper = encodeBase58(randomBytes(32))
  for (let turn = 0; turn < 200; turn += 1) {
    const salt = `0x${randomBytes(32).toString('hex')}`
    const account = createSeedAddresses(sweeper)(salt)
    const expected = await createAddressWithSeed({
      baseAddress: address(sweeper),
      seed: depositSeed(sweeper, salt, TOKEN_PROGRAM),
      programAddress: address(TOKEN_PROGRAM),
    })
    expect(account).toBe(expected)
    expect(isOffCurveAddress(expected)).toBe(true)
    // The vault computes the same account by itself.
    expect(depositAccount({ address: sweeper, tokenProgram: TOKEN_PROGRAM }, salt)).toBe(account)
  }
})

test('the marker of a lock depends only on its lane, its number and the secret', async () => {
  const [lane, other] = [encodeBase58(randomBytes(32)), encodeBase58(randomBytes(32))]
  const markers = createMarkers('a secret of some length')
  const expected = await createAddressWithSeed({
    baseAddress: address(lane),
    seed: markers.seedOf(lane, 7n),
    programAddress: address(SYSTEM_PROGRAM),
  })
  expect(markers.addressOf(lane, 7n)).toBe(expected)
  expect(markers.seedOf(lane, 7n)).toMatch(/^[0-9a-f]{32}$/)
  const seeds = [
    markers.seedOf(lane, 7n),
    markers.seedOf(lane, 8n),
    markers.seedOf(other, 7n),
    createMarkers('another secret').seedOf(lane, 7n),
  ]
  expect(new Set(seeds).size).toBe(4)
})

/** Returns 32 random bytes with some leading zeros. */
function sample(turn: number): Buffer {
  const bytes = randomBytes(32)
  return bytes.fill(0, 0, turn % 5)
}
