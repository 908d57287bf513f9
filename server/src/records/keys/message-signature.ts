import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'

// Signatures of requests by RFC 9421 with Ed25519. The vault has its own code for the same bytes.

/** A request that a business signed, as it is kept for the signer and the payer. */
export type SignedRequest = Readonly<{ keyId: string; base: string; signature: Buffer; body: Buffer }>

/** The parts of a request that a signature covers. The query is not among them: requests that move money take none. */
export type SignedMessage = Readonly<{
  method: string
  path: string
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Buffer
}>

/** What every signature must cover. */
const signedComponents = ['@method', '@path', 'content-digest', 'idempotency-key'] as const

/** How old a signature may be, and how far the clock of the caller may be ahead of ours. */
const OLDEST_SECONDS = 300
const AHEAD_SECONDS = 30

/**
 * Returns the bytes that were signed and the signature, or refuses the request. A repeated request with the same Idempotency-Key has the
 * same effect once, so a copy of a signed request does nothing new.
 */
export function verifyMessage(
  message: SignedMessage,
  publicKey: Buffer,
  nowMs: number,
): Readonly<{ base: string; signature: Buffer }> {
  const { params, components, values } = readInput(headerOf(message, 'signature-input'))
  for (const name of signedComponents) {
    if (!components.includes(name)) refuse(`The signature does not cover "${name}". Cover ${needed}.`)
  }
  const created = Number(values.get('created') ?? Number.NaN)
  const age = Math.floor(nowMs / 1000) - created
  if (!Number.isSafeInteger(created) || age > OLDEST_SECONDS || age < -AHEAD_SECONDS)
    refuse(
      `The signature must have been created in the last ${OLDEST_SECONDS} seconds. Check your clock and sign again.`,
    )
  if ((values.get('alg') ?? 'ed25519') !== 'ed25519') refuse('Sign with ed25519.')
  if (values.get('keyid') !== publicKey.toString('base64url'))
    refuse('keyid is not the public key of this API key. Sign with the private key that belongs to it.')
  const digest = `sha-256=:${hash('sha256', message.body, 'base64')}:`
  if (headerOf(message, 'content-digest') !== digest)
    refuse(`Content-Digest is not the digest of the body. Send Content-Digest: ${digest}`)
  const base = [
    ...components.map((name) => `"${name}": ${componentOf(message, name)}`),
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = readSignature(headerOf(message, 'signature'))
  if (!verify(null, Buffer.from(base), toKeyObject(publicKey), signature))
    refuse('The signature is not of this request. Sign the exact bytes that you send.')
  return { base, signature }
}

const needed = signedComponents.map((name) => `"${name}"`).join(', ')

const INPUT = /^sig1=(\((?:"[a-z@-]+" ?)*\)((?:;[a-z]+=(?:[0-9]+|"[!#-[\]-~ ]*"))*))$/
const PARAM = /;([a-z]+)=(?:([0-9]+)|"([^"]*)")/g

function readInput(header: string) {
  const [, params, tail] = INPUT.exec(header) ?? []
  if (params === undefined || tail === undefined)
    refuse(
      `Signature-Input cannot be read. Send one signature: sig1=(${signedComponents.map((name) => `"${name}"`).join(' ')});created=<seconds>;keyid="<public key>"`,
    )
  const components = [...params.slice(0, params.indexOf(')')).matchAll(/"([a-z@-]+)"/g)].map(
    ([, name = '']) => name,
  )
  if (new Set(components).size < components.length) refuse('The signature covers a component twice.')
  const values = new Map(
    [...tail.matchAll(PARAM)].map(([, name = '', number, text]) => [name, number ?? text]),
  )
  return { params, components, values }
}

function readSignature(header: string): Buffer {
  const [, text] = /^sig1=:([A-Za-z0-9+/]{86}==):$/.exec(header) ?? []
  if (text === undefined) refuse('Signature cannot be read. Send sig1=:<the 64 bytes in base64>:')
  return Buffer.from(text, 'base64')
}

function componentOf(message: SignedMessage, name: string): string {
  if (name === '@method') return message.method
  if (name === '@path') return message.path
  if (name.startsWith('@')) refuse(`The component "${name}" is not supported. Cover ${needed}.`)
  return headerOf(message, name)
}

function headerOf({ headers }: SignedMessage, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refusal(
      'request_unsigned',
      `This business signs the requests that take money out of its balance. The header ${name} is missing or repeated. The SDK signs by itself if you give it the private key.`,
    )
  return value.trim()
}

function refuse(message: string): never {
  throw new Refusal('request_signature_invalid', message)
}

const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

function toKeyObject(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_OF_ED25519, publicKey]), format: 'der', type: 'spki' })
}

/** Reads a public key: a PEM file as OpenSSL writes it, or the 32 bytes in base64url. Returns the 32 bytes. */
export function parsePublicKey(text: string): Buffer {
  const given = text.trim()
  if (/^[A-Za-z0-9_-]{43}$/.test(given)) return Buffer.from(given, 'base64url')
  if (given.startsWith('-----BEGIN PUBLIC KEY-----') && given.length < 1_000) {
    const key = readPem(given)
    if (key?.asymmetricKeyType === 'ed25519')
      return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
  }
  throw new Refusal(
    'public_key_invalid',
    'This is no Ed25519 public key. Make a pair with "openssl genpkey -algorithm ed25519 -out signing-key.pem" and send the output of "openssl pkey -in signing-key.pem -pubout". Never send the private key.',
  )
}

function readPem(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/** Returns a signed request as the functions that accept transactions read it. */
export function toSignedJson(signed: SignedRequest | undefined) {
  return (
    signed && {
      key_id: signed.keyId,
      base: signed.base,
      signature: signed.signature.toString('base64'),
      body: signed.body.toString('base64'),
    }
  )
}
