import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { secp256k1 } from '@noble/curves/secp256k1.js'

type Fields = Readonly<Record<string, unknown>>

type ServedKey = Readonly<{
  spec: string
  algorithm: string
  messageType: string
  publicKey: KeyObject
  sign(message: Uint8Array): Uint8Array
}>

export type KmsEndpoint = Readonly<{
  url: string
  /** The calls, in order. */
  calls: readonly string[]
  /** Overrides the reported metadata of every key. */
  pretend(about: Fields): void
  /** Throttles the next `times` calls. */
  throttle(times: number): void
  stop(): Promise<void>
}>

/**
 * Implements the part of the KMS JSON protocol that the signer uses, with real keys: `lane` on secp256k1, `hot` on ed25519. It does not
 * prove how AWS behaves: its permissions, its quotas, its checks of a signed request, or the regions with these curves.
 */
export async function startKmsEndpoint(): Promise<KmsEndpoint> {
  const keys = new Map([
    ['lane', secp256k1Key()],
    ['hot', ed25519Key()],
  ])
  const calls: string[] = []
  let pretended: Fields = {}
  let tooMany = 0
  const answer = (call: string, asked: Fields): Fields => {
    if (tooMany > 0) {
      tooMany -= 1
      throw new Error('ThrottlingException')
    }
    const key = keys.get(String(asked.KeyId))
    if (key === undefined) throw new Error('NotFoundException')
    if (call === 'TrentService.DescribeKey') {
      const about = { KeySpec: key.spec, KeyUsage: 'SIGN_VERIFY', KeyState: 'Enabled', Origin: 'AWS_KMS' }
      return { KeyMetadata: { KeyId: asked.KeyId, ...about, ...pretended } }
    }
    if (call === 'TrentService.GetPublicKey') {
      return { PublicKey: base64(key.publicKey.export({ format: 'der', type: 'spki' })) }
    }
    if (call !== 'TrentService.Sign') throw new Error('UnknownOperationException')
    const message = Buffer.from(String(asked.Message), 'base64')
    const isFit = asked.SigningAlgorithm === key.algorithm && asked.MessageType === key.messageType
    if (!isFit || message.length > 4096) throw new Error('ValidationException')
    return { Signature: base64(key.sign(message)) }
  }
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const call = String(request.headers['x-amz-target'])
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=') === true
    calls.push(call)
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    try {
      if (!isSigned) throw new Error('MissingAuthenticationTokenException')
      response.end(JSON.stringify(answer(call, JSON.parse(body))))
    } catch (error) {
      const { message } = error as Error
      response.writeHead(400).end(JSON.stringify({ __type: message, message }))
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    pretend: (about) => {
      pretended = about
    },
    throttle: (times) => {
      tooMany = times
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs a digest differently each time, with s in either half, as the service does. */
function secp256k1Key(): ServedKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const secret = new Uint8Array(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'))
  const options = { prehash: false, lowS: false, extraEntropy: true, format: 'der' } as const
  return {
    spec: 'ECC_SECG_P256K1',
    algorithm: 'ECDSA_SHA_256',
    messageType: 'DIGEST',
    publicKey,
    sign: (digest) => secp256k1.sign(new Uint8Array(digest), secret, options),
  }
}

function ed25519Key(): ServedKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    spec: 'ECC_NIST_EDWARDS25519',
    algorithm: 'ED25519_SHA_512',
    messageType: 'RAW',
    publicKey,
    sign: (message) => sign(null, message, privateKey),
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
