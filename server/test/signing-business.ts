import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import type { SignedRequest } from '@afara/server/records/keys/message-signature.ts'

/** What a test signs, and how it deviates from a right signature. */
type Signable = Readonly<{
  method?: string
  path: string
  body: string
  idempotencyKey?: string
  createdMs?: number
  covered?: readonly string[]
}>

/** Makes a key pair of a business and signs requests as RFC 9421 says, independently of the SDK. */
export function createSigningBusiness() {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ed25519')
  const publicKey = Buffer.from(pair.export({ format: 'jwk' }).x ?? '', 'base64url')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return {
    publicKey,
    pem,
    headers: (request: Signable) => headersOf(request, privateKey, publicKey),
    /** A request as the API keeps it. */
    signed: (keyId: string, request: Signable): SignedRequest => {
      const { base, signature } = signatureOf(request, privateKey, publicKey)
      return { keyId, base, signature, body: Buffer.from(request.body) }
    },
  }
}

const ALL = ['@method', '@path', 'content-digest', 'idempotency-key']

function signatureOf(request: Signable, privateKey: KeyObject, publicKey: Buffer) {
  const { method = 'POST', path, body, idempotencyKey = 'key-1', createdMs = Date.now() } = request
  const values: Readonly<Record<string, string>> = {
    '@method': method,
    '@path': path,
    'content-digest': `sha-256=:${hash('sha256', body, 'base64')}:`,
    'idempotency-key': idempotencyKey,
  }
  const covered = request.covered ?? ALL
  const keyId = publicKey.toString('base64url')
  const params = `(${covered.map((name) => `"${name}"`).join(' ')});created=${Math.floor(createdMs / 1000)};keyid="${keyId}"`
  const base = [
    ...covered.map((name) => `"${name}": ${values[name]}`),
    `"@signature-params": ${params}`,
  ].join('\n')
  return {
    base,
    params,
    digest: values['content-digest'] ?? '',
    signature: sign(null, Buffer.from(base), privateKey),
  }
}

function headersOf(request: Signable, privateKey: KeyObject, publicKey: Buffer) {
  const { params, digest, signature } = signatureOf(request, privateKey, publicKey)
  return {
    'idempotency-key': request.idempotencyKey ?? 'key-1',
    'content-digest': digest,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  }
}
