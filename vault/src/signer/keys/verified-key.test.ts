import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { recoverAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createLocalKey } from './local-key.ts'
import { verifiedKey } from './verified-key.ts'

const secret = new Uint8Array(32).fill(0x2a)
const local = createLocalKey(secret)
const account = privateKeyToAccount(toHex(secret))
const digestOf = (number: number) => new Uint8Array(32).fill(number)
const { ORDER } = secp256k1.Point.Fn

test('a key has the address that the network derives from it', () => {
  expect(verifiedKey(local).address).toBe(account.address.toLowerCase())
})

test('a signature in the upper half is normalised and recovers to the address', async () => {
  const module = {
    ...local,
    sign: async (digest: Uint8Array) => {
      const { r, s } = await local.sign(digest)
      return { r, s: ORDER - s }
    },
  }
  for (const key of [verifiedKey(local), verifiedKey(module)]) {
    const digests = Array.from({ length: 20 }, (_, number) => digestOf(number))
    const signatures = await key.signAll(digests)
    expect(signatures).toHaveLength(20)
    for (const [number, { r, s, recovery }] of signatures.entries()) {
      const digest = digestOf(number)
      expect(s <= ORDER / 2n).toBe(true)
      const signature = { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity: recovery }
      expect(await recoverAddress({ hash: digest, signature })).toBe(account.address)
    }
  }
})

test.each([
  ['another digest', async () => local.sign(digestOf(200))],
  ['with zero', async () => ({ r: 0n, s: 1n })],
  ['with a value above the order of the curve', async () => ({ r: ORDER + 1n, s: 1n })],
  ['with arbitrary numbers', async () => ({ r: 5n, s: 7n })],
])('the signature of a module that signs %s is refused', async (_what, sign) => {
  await expect(verifiedKey({ ...local, sign }).signAll([digestOf(1)])).rejects.toThrow(
    /does not match the key/,
  )
})

test('one signature that is not by the key fails the whole batch', async () => {
  const sign = async (digest: Uint8Array) => local.sign(digest[0] === 7 ? digestOf(8) : digest)
  const digests = Array.from({ length: 20 }, (_, number) => digestOf(number))
  await expect(verifiedKey({ ...local, sign }).signAll(digests)).rejects.toThrow(/does not match the key/)
  expect(await verifiedKey(local).signAll([])).toEqual([])
})

test('the signer does not start without the native library', () => {
  // Where the package looks for the library, if this is set.
  const env = { ...process.env, SECP256K1_PREBUILD: tmpdir() }
  const file = new URL('native-secp256k1.ts', import.meta.url).pathname
  const { status, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('run `npm rebuild secp256k1`')
})

test('an ed25519 key has the public key of its seed, and another library verifies its signatures', async () => {
  const key = verifiedKey(createLocalKey(secret, 'ed25519'))
  expect(key.publicKey).toEqual(ed25519.getPublicKey(secret))
  const messages = [new Uint8Array(), digestOf(1), new Uint8Array(1232).fill(7)]
  const signatures = await key.signAll(messages)
  expect(signatures).toHaveLength(3)
  for (const [place, signature] of signatures.entries()) {
    expect(ed25519.verify(signature, messages[place] as Uint8Array, key.publicKey)).toBe(true)
  }
})

test.each<[string, (message: Uint8Array) => Promise<Uint8Array>]>([
  ['another message', async () => ed25519.sign(digestOf(9), secret)],
  ['with another key', async (message) => ed25519.sign(message, digestOf(9))],
  ['a hash of the message', async (message) => ed25519.sign(sha512(message), secret)],
  ['only a part of the message', async (message) => ed25519.sign(message, secret).slice(0, 63)],
  ['nothing', async () => new Uint8Array(64)],
])('the signature of an ed25519 module that signs %s is refused', async (_what, sign) => {
  const key = { ...createLocalKey(secret, 'ed25519'), sign }
  await expect(verifiedKey(key).signAll([digestOf(1)])).rejects.toThrow(/does not match the key/)
})
