import { createHash } from 'node:crypto'
import { readExactJson } from '../interface/exact-json.ts'

/** Returns the same digest for the same event from any source. */
export function digestEvent(event: unknown): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('base64url')
}

export function digestBody(body: string): string {
  return digestEvent(readExactJson(body))
}
