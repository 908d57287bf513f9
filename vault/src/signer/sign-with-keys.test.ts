import { expect, test } from 'vitest'
import type { Signable } from './families/family.ts'
import type { VerifiedKey } from './keys/verified-key.ts'
import { signWithKeys } from './sign-with-keys.ts'

const payload = Uint8Array.of(1)
const raw = Uint8Array.of(9)
const wanted = (...keys: readonly string[]): Signable => ({
  digest: payload,
  payload,
  keys,
  assemble: (signatures) => ({ raw, hash: String(signatures.length) }),
})
const keyWith = (signAll: () => Promise<readonly Uint8Array[]>) => ({ signAll }) as unknown as VerifiedKey
const good = keyWith(async () => [Uint8Array.of(2)])

test('each item gets the signatures of its keys', async () => {
  const keys = new Map([
    ['one', good],
    ['two', good],
  ])
  expect(await signWithKeys(keys, [wanted('one', 'two')])).toEqual([{ raw, hash: '2' }])
  expect(await signWithKeys(keys, [wanted()])).toEqual([{ raw, hash: '0' }])
})

test.each([
  ['has no key one', new Map()],
  ['a signature is missing', new Map([['one', keyWith(async () => [])]])],
  [
    'the module is gone',
    new Map([['one', keyWith(async () => Promise.reject(new Error('the module is gone')))]]),
  ],
])('without a signature nothing is returned: %s', async (message, keys) => {
  await expect(signWithKeys(keys, [wanted('one')])).rejects.toMatchObject({
    code: 'key_unavailable',
    message: expect.stringContaining(message),
  })
})
