import { WebhookError } from './webhook-error.ts'

const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/** Returns a new endpoint secret in the format of the service: 256 random bits. */
export function newWebhookSecret(): string {
  return `${PREFIX}${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`
}

type Message = Readonly<{ id: string; timestamp: number; payload: string | Uint8Array }>

/** Returns the value of `webhook-signature` for one secret (Standard Webhooks). For tests of receivers, and to forward events. */
export async function signWebhook({ secret, ...message }: Message & { secret: string }): Promise<string> {
  const key = await importSecret(secret, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(message))
  return `v1,${toBase64(new Uint8Array(signature))}`
}

/** Tells whether one of the signatures was made with this secret. The platform compares them in constant time. */
export async function isSignedBy(
  secret: string,
  signatures: readonly Uint8Array[],
  message: Message,
): Promise<boolean> {
  const key = await importSecret(secret, 'verify')
  const bytes = signedBytes(message)
  let signed = false
  for (const signature of signatures) {
    const fits = await crypto.subtle.verify('HMAC', key, copyOf(signature), bytes)
    signed ||= fits
  }
  return signed
}

/** Reads the signatures in a header, which may have several. Signatures of unknown versions are ignored. */
export function readSignatures(header: string): readonly Uint8Array[] {
  return header.split(' ').flatMap((part) => {
    const [kind, text] = part.split(',')
    const bytes = kind === 'v1' && text !== undefined ? fromBase64(text) : undefined
    return bytes === undefined ? [] : [bytes]
  })
}

function importSecret(secret: string, use: 'sign' | 'verify') {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length < 16) {
    throw new WebhookError(
      'secret_malformed',
      'This is not a webhook secret. Copy the whole secret; it begins with whsec_.',
    )
  }
  return crypto.subtle.importKey('raw', copyOf(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function signedBytes({ id, timestamp, payload }: Message): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`)
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
