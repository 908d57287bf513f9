import { expect, test } from 'vitest'
import { readKeys, type WantedKey } from './read-keys.ts'

const secret = `0x${'2a'.repeat(32)}`
const lane: WantedKey = { key: 'lane', curve: 'secp256k1', mode: 'test' }
const hot: WantedKey = { key: 'hot', curve: 'ed25519', mode: 'test' }
const write = (keys: object) => JSON.stringify(keys)

test('keys are read by name with the wanted curve, and only once if several wallets name the same key', async () => {
  const keys = await readKeys(write({ lane: secret, hot: secret, other: secret }), [lane, hot, lane])
  expect([...keys].map(([name, { curve }]) => [name, curve])).toEqual([
    ['lane', 'secp256k1'],
    ['hot', 'ed25519'],
  ])
})

test.each<[string, object, WantedKey[], RegExp]>([
  ['a key that is not there', {}, [lane], /no valid entry for lane/],
  ['a key that is too short', { lane: '0x12' }, [lane], /no valid entry for lane/],
  ['what every object has', {}, [{ ...lane, key: 'toString' }], /no valid entry for toString/],
  ['a place that is none', { lane: { vault: 'x' } }, [lane], /no valid entry for lane/],
  [
    'a place with something besides',
    { lane: { pkcs11: { label: 'x', pin: '1' } } },
    [lane],
    /no valid entry for lane/,
  ],
  [
    'a key in a module that nobody named',
    { lane: { pkcs11: { label: 'x' } } },
    [lane],
    /SIGNER_PKCS11_MODULE/,
  ],
  ['a key in a file for a live lane', { lane: secret }, [{ ...lane, mode: 'live' }], /live key lane/],
  [
    'a test lane’s key in a file for a live one',
    { lane: secret },
    [lane, { ...lane, mode: 'live' }],
    /live key lane/,
  ],
  ['one key for two curves', { lane: secret }, [lane, { ...lane, curve: 'ed25519' }], /two curves/],
])('%s stops the signer', async (_what, file, wanted, message) => {
  await expect(readKeys(write(file), wanted)).rejects.toThrow(message)
})
