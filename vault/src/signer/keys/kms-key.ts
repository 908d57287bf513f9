import { createPublicKey } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve, Key } from './key.ts'

type Spec = Readonly<{
  keySpec: 'ECC_SECG_P256K1' | 'ECC_NIST_EDWARDS25519'
  /**
   * For secp256k1 we compute the digest. For Ed25519 the service gets the message and hashes it, because networks refuse the variant of
   * Ed25519 that signs digests.
   */
  asked: Readonly<{ MessageType: 'DIGEST' | 'RAW'; SigningAlgorithm: 'ECDSA_SHA_256' | 'ED25519_SHA_512' }>
}>

const SPECS: Readonly<Record<Curve, Spec>> = {
  secp256k1: {
    keySpec: 'ECC_SECG_P256K1',
    asked: { MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' },
  },
  ed25519: {
    keySpec: 'ECC_NIST_EDWARDS25519',
    asked: { MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' },
  },
}

const CONNECT_TIMEOUT_MS = 2_000
const ANSWER_TIMEOUT_MS = 5_000
const NAMES: Readonly<Record<Curve, string>> = { secp256k1: 'secp256k1', ed25519: 'Ed25519' }

/** Opens a key of AWS KMS. Throws unless it was created there, can sign, and has this curve. */
export async function createKmsKey(client: KMSClient, keyId: string, curve: Curve): Promise<Key> {
  const { DescribeKeyCommand, GetPublicKeyCommand, SignCommand } = await import('@aws-sdk/client-kms')
  const { keySpec, asked } = SPECS[curve]
  const { KeyMetadata: about } = await client.send(new DescribeKeyCommand({ KeyId: keyId }))
  const wrong =
    (about?.KeySpec !== keySpec && `is not a key of the curve ${curve}`) ||
    // An imported key existed outside the service before, so a copy may exist.
    (about?.Origin !== 'AWS_KMS' && 'was not created in the key service') ||
    (about?.KeyUsage !== 'SIGN_VERIFY' && 'is not a signing key') ||
    (about?.KeyState !== 'Enabled' && 'is not enabled')
  if (wrong) throw new Error(`the key ${keyId} ${wrong}`)
  const { PublicKey: spki } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }))
  const publicKey = readSpki(spki ?? new Uint8Array(), curve)
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const { Signature } = await client.send(new SignCommand({ KeyId: keyId, Message: bytes, ...asked }))
    return Signature ?? new Uint8Array()
  }
  return curve === 'ed25519'
    ? { curve, publicKey, sign }
    : {
        curve,
        publicKey,
        sign: async (digest) => secp256k1.Signature.fromBytes(await sign(digest), 'der'),
      }
}

/**
 * Opens a client. Region and credentials are found in the usual way of AWS programs: from the environment or the machine's role. The client
 * retries, because a repeated signature does no harm.
 */
export async function openKms(endpoint?: string): Promise<KMSClient> {
  const { KMSClient: Client } = await import('@aws-sdk/client-kms')
  return new Client({
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      // Without this setting, a request that hangs only logs a warning.
      throwOnRequestTimeout: true,
    },
  })
}

/** Reads the public key from a SubjectPublicKeyInfo: uncompressed for secp256k1, 32 bytes for Ed25519. */
function readSpki(der: Uint8Array, curve: Curve): Uint8Array {
  const {
    crv,
    x = '',
    y = '',
  } = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  })
  if (crv !== NAMES[curve]) throw new Error(`the public key is of the curve ${crv}, not ${curve}`)
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
  return new Uint8Array(
    curve === 'ed25519' ? bytes(x) : Buffer.concat([Buffer.from([0x04]), bytes(x), bytes(y)]),
  )
}
