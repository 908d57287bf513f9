/** The request that is signed. The path is without the query. */
type Signable = Readonly<{ method: string; path: string; body: string; idempotencyKey: string }>

/** Returns the headers of a signed request. */
export type SignRequest = (request: Signable) => Promise<Record<string, string>>

/**
 * Signs requests with Ed25519 (RFC 9421). The signature covers method, path, body, Idempotency-Key and time, so it is good for this request
 * only. The private key is a PEM file as `openssl genpkey -algorithm ed25519` writes it, and never leaves this process.
 */
export function createSignRequest(pem: string): SignRequest {
  const der = readPem(pem)
  let reading: ReturnType<typeof readKey> | undefined
  return async ({ method, path, body, idempotencyKey }) => {
    reading ??= readKey(der)
    const { key, keyId } = await reading
    const digest = base64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(body))))
    const covered = {
      '@method': method,
      '@path': path,
      'content-digest': `sha-256=:${digest}:`,
      'idempotency-key': idempotencyKey,
    }
    const names = Object.keys(covered).map((name) => `"${name}"`)
    const params = `(${names.join(' ')});created=${Math.floor(Date.now() / 1000)};keyid="${keyId}"`
    const base = [
      ...Object.entries(covered).map(([name, value]) => `"${name}": ${value}`),
      `"@signature-params": ${params}`,
    ].join('\n')
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytesOf(base)))
    return {
      'content-digest': covered['content-digest'],
      'signature-input': `sig1=${params}`,
      signature: `sig1=:${base64(signature)}:`,
    }
  }
}

function readPem(pem: string): Uint8Array<ArrayBuffer> {
  const [, text] = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(pem) ?? []
  if (text === undefined)
    throw new TypeError(
      '"signingKey" must be an Ed25519 private key as PEM. Make one with "openssl genpkey -algorithm ed25519".',
    )
  return Uint8Array.from(atob(text.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
}

async function readKey(der: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', true, ['sign'])
  const { x } = await crypto.subtle.exportKey('jwk', key)
  return { key, keyId: x ?? '' }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
