import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { isFields } from '../settings.ts'

/** What a passkey returns when its owner signs (WebAuthn, "authentication assertion"). */
export type Assertion = Readonly<{
  credentialId: Uint8Array
  authenticatorData: Uint8Array
  clientData: Uint8Array
  signature: Uint8Array
}>

/** The site for which passkeys sign. A passkey never signs for another site. */
export type RelyingParty = Readonly<{ id: string; origin: string }>

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const SHORTEST_AUTHENTICATOR_DATA = 37
const FEWEST_RSA_BITS = 2048

/** Reads a public key (DER, SubjectPublicKeyInfo) of one of the algorithms ES256, EdDSA and RS256. Throws for any other key. */
export function readPasskeyKey(spki: Uint8Array): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const isUsable =
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    type === 'ed25519' ||
    (type === 'rsa' && (details?.modulusLength ?? 0) >= FEWEST_RSA_BITS)
  if (!isUsable) throw new Error('a passkey must be of ES256, EdDSA, or RS256 with at least 2048 bits')
  return key
}

/**
 * Returns why an assertion does not sign `signed` with this key, or undefined if it does. The challenge is the SHA-256 of `signed`. The
 * person must have been present, and verified by the device with a fingerprint, a face or a PIN.
 */
export function assertionProblem(
  { authenticatorData, clientData, signature }: Assertion,
  key: KeyObject,
  { signed, party }: Readonly<{ signed: string; party: RelyingParty }>,
): string | undefined {
  const client = readClientData(clientData)
  if (client === undefined) return 'its client data is not JSON'
  if (client['type'] !== 'webauthn.get') return 'it is not an assertion'
  if (client['challenge'] !== hash('sha256', signed, 'base64url')) return 'it signs another text'
  if (client['origin'] !== party.origin || client['crossOrigin'] === true)
    return 'it was made for another origin'
  if (authenticatorData.length < SHORTEST_AUTHENTICATOR_DATA) return 'its authenticator data is too short'
  const site = Buffer.from(authenticatorData.subarray(0, 32))
  if (!site.equals(hash('sha256', party.id, 'buffer'))) return 'it was made for another relying party'
  const flags = authenticatorData[32] ?? 0
  if ((flags & USER_PRESENT) === 0) return 'its device did not see the person'
  if ((flags & USER_VERIFIED) === 0) return 'its device did not verify the person'
  const bytes = Buffer.concat([authenticatorData, hash('sha256', Buffer.from(clientData), 'buffer')])
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return isSignature(digest, bytes, key, signature) ? undefined : 'its signature is wrong'
}

function readClientData(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isSignature(
  digest: 'sha256' | null,
  bytes: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): boolean {
  try {
    return verify(digest, bytes, key, signature)
  } catch {
    return false
  }
}
