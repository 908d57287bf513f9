import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Algorithm, createPasskey, ORIGIN, RP_ID } from '../../../test/passkeys.ts'
import { type Assertion, assertionProblem, readPasskeyKey } from './assertion.ts'

const TEXT = 'Afara decision 1\nmode: "test"'
const party = { id: RP_ID, origin: ORIGIN }
const passkey = createPasskey()
const key = readPasskeyKey(Buffer.from(passkey.key, 'base64url'))
const good = passkey.assert(TEXT)

const problemOf = (assertion: Assertion): string | undefined =>
  assertionProblem(assertion, key, { signed: TEXT, party })

test.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])('a signature of %s counts', (algorithm) => {
  const other = createPasskey(algorithm)
  const otherKey = readPasskeyKey(Buffer.from(other.key, 'base64url'))
  const assertion = other.assert(TEXT)
  expect(assertionProblem(assertion, otherKey, { signed: TEXT, party })).toBeUndefined()
  expect(assertionProblem(good, otherKey, { signed: TEXT, party })).toBe('its signature is wrong')
  const broken = {
    ...assertion,
    signature: assertion.signature.map((byte, place) => (place === 9 ? byte ^ 1 : byte)),
  }
  expect(assertionProblem(broken, otherKey, { signed: TEXT, party })).toBe('its signature is wrong')
})

test.each<readonly [string, Assertion, string | undefined]>([
  ['as it should be', good, undefined],
  ['of a registration', passkey.assert(TEXT, { type: 'webauthn.create' }), 'it is not an assertion'],
  ['over another text', passkey.assert(TEXT, { signs: `${TEXT} ` }), 'it signs another text'],
  [
    'for another origin',
    passkey.assert(TEXT, { origin: 'http://localhost:1' }),
    'it was made for another origin',
  ],
  [
    'in a frame of another site',
    passkey.assert(TEXT, { crossOrigin: true }),
    'it was made for another origin',
  ],
  [
    'for another site',
    passkey.assert(TEXT, { rpId: 'example.com' }),
    'it was made for another relying party',
  ],
  ['without a person', passkey.assert(TEXT, { flags: 0x04 }), 'its device did not see the person'],
  ['without verification', passkey.assert(TEXT, { flags: 0x01 }), 'its device did not verify the person'],
  [
    'with client data that is not JSON',
    { ...good, clientData: Buffer.from('{') },
    'its client data is not JSON',
  ],
  [
    'with client data that is a list',
    { ...good, clientData: Buffer.from('[]') },
    'its client data is not JSON',
  ],
  [
    'with short authenticator data',
    { ...good, authenticatorData: good.authenticatorData.subarray(0, 36) },
    'its authenticator data is too short',
  ],
  [
    'whose flags were set after it was signed',
    {
      ...passkey.assert(TEXT, { flags: 0x01 }),
      authenticatorData: good.authenticatorData,
    },
    'its signature is wrong',
  ],
  ['without a signature', { ...good, signature: new Uint8Array() }, 'its signature is wrong'],
])('an assertion %s', (_what, assertion, problem) => {
  expect(problemOf(assertion)).toBe(problem)
})

test.each([
  ['P-384', generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
  ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
  ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['X25519', generateKeyPairSync('x25519')],
])('a key of %s is refused', (_what, { publicKey }) => {
  expect(() => readPasskeyKey(publicKey.export({ format: 'der', type: 'spki' }))).toThrow('a passkey must be')
})
