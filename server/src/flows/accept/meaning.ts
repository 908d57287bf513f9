import { hash } from 'node:crypto'

/**
 * The digest of what a request asks for, after it was read: `15000`, `15000.00` and `"15000"` are the same amount, two
 * names of one bank the same bank. What the caller calls the request is no part of it.
 */
export function meaningOf(parts: readonly (string | bigint | null)[]): Buffer {
  const text = JSON.stringify(parts.map((part) => (typeof part === 'bigint' ? part.toString() : part)))
  return hash('sha256', text, 'buffer')
}

/** People write a name in many ways that mean the same person. */
export function nameMeaning(name: string | null): string | null {
  return name === null ? null : name.trim().replace(/\s+/g, ' ').toLowerCase()
}
