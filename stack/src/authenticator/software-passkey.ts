import { createECDH, createPrivateKey, createPublicKey, hash, hkdfSync, sign } from 'node:crypto'

type Challenge = Readonly<{
  challenge: Buffer
  rpId: string
  origin: string
  /** False: the person did not unlock the authenticator. */
  isVerified?: boolean
  /** The authenticator's counter. By default it has none. */
  counter?: number
}>

/** A passkey whose private key is computed. Development, tests and proofs sign with it as people sign with theirs. */
export type SoftwarePasskey = Readonly<{
  credentialId: Buffer
  publicKeyCose: Buffer
  publicKeySpki: Buffer
  /** Signs a challenge, as navigator.credentials.get does. */
  assert(asked: Challenge): Readonly<{
    credentialId: Buffer
    authenticatorData: Buffer
    clientData: Buffer
    signature: Buffer
  }>
  /** Answers an enrolment, as navigator.credentials.create does, without attestation. */
  attest(asked: Challenge): Readonly<{ credentialId: Buffer; attestationObject: Buffer; clientData: Buffer }>
}>

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Returns what a browser sends after `navigator.credentials.get()`. */
export function browserAssertion({
  credentialId,
  authenticatorData,
  clientData,
  signature,
}: ReturnType<SoftwarePasskey['assert']>) {
  const id = credentialId.toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  }
}

/**
 * Returns the passkey of a person. The key is derived from the owner's name alone, so that a test, a stack and a proof make the same one.
 * Everybody who knows the name can sign. Never enrol such a passkey where money is real.
 */
export function softwarePasskey(owner: string, place = 'first'): SoftwarePasskey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', owner, 'afara software passkey', `${purpose}/${place}`, bytes))
  const secret = derive('key', 32)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const credentialId = derive('credential', 32)
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: x.toString('base64url'),
      y: y.toString('base64url'),
    },
  })
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const publicKeyCose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    x,
    Buffer.from('225820', 'hex'),
    y,
  ])
  const clientDataOf = (type: string, { challenge, origin }: Challenge) =>
    Buffer.from(
      JSON.stringify({ type, challenge: challenge.toString('base64url'), origin, crossOrigin: false }),
    )
  const authenticatorDataOf = (asked: Challenge, flags: number, more: Buffer = Buffer.alloc(0)) => {
    const verified = asked.isVerified === false ? 0 : USER_VERIFIED
    const counted = Buffer.alloc(5, USER_PRESENT | verified | flags)
    counted.writeUInt32BE(asked.counter ?? 0, 1)
    return Buffer.concat([hash('sha256', asked.rpId, 'buffer'), counted, more])
  }

  return {
    credentialId,
    publicKeyCose,
    publicKeySpki: createPublicKey(key).export({ format: 'der', type: 'spki' }),
    assert: (asked) => {
      const clientData = clientDataOf('webauthn.get', asked)
      const authenticatorData = authenticatorDataOf(asked, 0)
      const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')])
      return { credentialId, authenticatorData, clientData, signature: sign('sha256', signed, key) }
    },
    attest: (asked) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authenticatorData = authenticatorDataOf(
        asked,
        HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), length, credentialId, publicKeyCose]),
      )
      const size = Buffer.alloc(2)
      size.writeUInt16BE(authenticatorData.length)
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x59]),
        size,
        authenticatorData,
      ])
      return { credentialId, attestationObject, clientData: clientDataOf('webauthn.create', asked) }
    },
  }
}
