import { randomBytes } from 'node:crypto'

const BYTES = 16

/** The secret part of a page's address: 128 bits by chance, as 22 letters that a URL may hold. */
export function newPayToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Whether it can be one at all: whatever else was typed is not looked for. */
export function isPayToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
