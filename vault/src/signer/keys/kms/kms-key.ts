import type { KMSClient } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve, Key } from '../key.ts'
import { readSpki } from './read-spki.ts'

type Spec = Readonly<{
  keySpec: 'ECC_SECG_P256K1' | 'ECC_NIST_EDWARDS25519'
  /** A digest is ours to make on the one curve; the other hashes the message itself, and its variant for digests is refused by the networks. */
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

/** A key of AWS KMS. Throws unless it was made there, signs, and is of this curve. */
export async function createKmsKey(client: KMSClient, keyId: string, curve: Curve): Promise<Key> {
  const { DescribeKeyCommand, GetPublicKeyCommand, SignCommand } = await import('@aws-sdk/client-kms')
  const { keySpec, asked } = SPECS[curve]
  const { KeyMetadata: about } = await client.send(new DescribeKeyCommand({ KeyId: keyId }))
  const wrong =
    (about?.KeySpec !== keySpec && `is not of ${curve}`) ||
    // What was brought there was outside before, and may have a copy.
    (about?.Origin !== 'AWS_KMS' && 'was not made in the key service') ||
    (about?.KeyUsage !== 'SIGN_VERIFY' && 'does not sign') ||
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
