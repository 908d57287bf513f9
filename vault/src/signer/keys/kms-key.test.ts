import type { KMSClient } from '@aws-sdk/client-kms'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type KmsEndpoint, startKmsEndpoint } from '../../../test/kms-endpoint.ts'
import { createKmsKey, openKms } from './kms-key.ts'
import { readKeys } from './read-keys.ts'
import { verifiedKey } from './verified-key.ts'

const credentials = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'test' }
const digestOf = (number: number) => new Uint8Array(32).fill(number)
const before = { ...process.env }
let endpoint: KmsEndpoint
let client: KMSClient

beforeAll(async () => {
  Object.assign(process.env, credentials)
  endpoint = await startKmsEndpoint()
  client = await openKms(endpoint.url)
})
afterEach(() => endpoint.pretend({}))
afterAll(async () => {
  client.destroy()
  await endpoint.stop()
  for (const name of Object.keys(credentials)) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
})

test('a key of the service signs on either curve, and its public key verifies every signature', async () => {
  const [lane, hot] = [
    verifiedKey(await createKmsKey(client, 'lane', 'secp256k1')),
    verifiedKey(await createKmsKey(client, 'hot', 'ed25519')),
  ]
  const digests = Array.from({ length: 24 }, (_, number) => digestOf(number))
  expect(await lane.signAll(digests)).toHaveLength(24)
  expect(await hot.signAll([...digests, new Uint8Array(1232).fill(9)])).toHaveLength(25)
})

test('the key file names a key by its id, also in live mode', async () => {
  const text = JSON.stringify({ one: { kms: { key_id: 'lane' } }, two: { kms: { key_id: 'hot' } } })
  const keys = await readKeys(
    text,
    [
      { key: 'one', curve: 'secp256k1', mode: 'live' },
      { key: 'two', curve: 'ed25519', mode: 'live' },
    ],
    { kmsEndpoint: endpoint.url },
  )
  expect([...keys.keys()]).toEqual(['one', 'two'])
})

test('a call that the service throttles is repeated', async () => {
  const key = verifiedKey(await createKmsKey(client, 'lane', 'secp256k1'))
  endpoint.throttle(2)
  expect(await key.signAll([digestOf(1)])).toHaveLength(1)
})

test.each([
  [{ Origin: 'EXTERNAL' }, /was not created in the key service/],
  [{ KeyUsage: 'KEY_AGREEMENT' }, /is not a signing key/],
  [{ KeyState: 'PendingDeletion' }, /is not enabled/],
  [{ KeySpec: 'ECC_NIST_P256' }, /is not a key of the curve secp256k1/],
])('a key that the service reports as %o is refused', async (about, message) => {
  endpoint.pretend(about)
  await expect(createKmsKey(client, 'lane', 'secp256k1')).rejects.toThrow(message)
})

test('an answer without a public key or without a signature is no key and no signature', async () => {
  const without = (part: string) =>
    ({
      send: async (command: Parameters<KMSClient['send']>[0]) => ({
        ...(await client.send(command)),
        [part]: undefined,
      }),
    }) as unknown as KMSClient
  await expect(createKmsKey(without('PublicKey'), 'hot', 'ed25519')).rejects.toThrow(
    'Failed to read asymmetric key',
  )
  for (const [name, curve, problem] of [
    ['hot', 'ed25519', 'does not match the key'],
    ['lane', 'secp256k1', 'wrong tlv'],
  ] as const) {
    const key = verifiedKey(await createKmsKey(without('Signature'), name, curve))
    await expect(key.signAll([digestOf(1)])).rejects.toThrow(problem)
  }
})

test('a key whose public key is of another curve than the service reports is refused, and so is a missing key', async () => {
  endpoint.pretend({ KeySpec: 'ECC_SECG_P256K1' })
  await expect(createKmsKey(client, 'hot', 'secp256k1')).rejects.toThrow(
    'the public key is of the curve Ed25519',
  )
  await expect(createKmsKey(client, 'none', 'ed25519')).rejects.toThrow('NotFoundException')
})
