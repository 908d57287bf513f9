import { generateKeyPairSync, hash, sign } from 'node:crypto'

export type RequestSigner = Readonly<{
  publicKey: Buffer
  /** Returns the headers of a signed request. */
  headers(path: string, body: string, idempotencyKey: string): Readonly<Record<string, string>>
}>

/** Makes a key pair and signs requests as RFC 9421 says. */
export function createSigner(): RequestSigner {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ed25519')
  const publicKey = Buffer.from(pair.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    publicKey,
    headers: (path, body, idempotencyKey) => {
      const digest = `sha-256=:${hash('sha256', body, 'base64')}:`
      const values = [
        ['@method', 'POST'],
        ['@path', path],
        ['content-digest', digest],
        ['idempotency-key', idempotencyKey],
      ]
      const names = values.map(([name]) => `"${name}"`).join(' ')
      const params = `(${names});created=${Math.floor(Date.now() / 1000)};keyid="${publicKey.toString('base64url')}"`
      const base = [
        ...values.map(([name, value]) => `"${name}": ${value}`),
        `"@signature-params": ${params}`,
      ].join('\n')
      return {
        'idempotency-key': idempotencyKey,
        'content-digest': digest,
        'signature-input': `sig1=${params}`,
        signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
      }
    },
  }
}
