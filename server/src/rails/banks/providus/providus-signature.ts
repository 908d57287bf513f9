import { createHash } from 'node:crypto'

/** SHA-512 of id and secret: it says who, and nothing about what. */
export function providusSignature(clientId: string, secret: string): Buffer {
  return createHash('sha512').update(`${clientId}:${secret}`).digest()
}
