import { isUtf8 } from 'node:buffer'
import { Refusal } from '../../kernel/refusal.ts'
import { scanFields } from './scan-fields.ts'

export type JsonObject = Readonly<Record<string, unknown>>

// On the object itself, where nobody sees it: a WeakMap beside it cost more than the parsing.
const NUMBERS = Symbol('numbers as they were written')

/**
 * Reads the body of a request about money. It must be one JSON object in UTF-8 that names each field once: a second
 * `amount` would leave it open which one was meant. The text of each number is kept, because a number that went
 * through a float may be another.
 */
export function parseExactJson(body: Buffer): JsonObject {
  if (!isUtf8(body)) throw new Refusal('malformed', 'The body is not UTF-8 text.')
  const text = body.toString('utf8')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('malformed', 'The body must be a JSON object, such as {"amount": 15000}.')
  }
  const { names, numbers } = scanFields(text)
  if (names !== Object.keys(value).length) refuseRepeatedName(text)
  return Object.defineProperty(value as JsonObject, NUMBERS, { value: numbers })
}

/** The number under a field exactly as it was written, or undefined when there is no number. */
export function numberText(object: JsonObject, field: string): string | undefined {
  return (object as { [NUMBERS]?: ReadonlyMap<string, string> })[NUMBERS]?.get(field)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'The body is not JSON: check quotes, commas and brackets.')
  }
}

function refuseRepeatedName(text: string): void {
  const seen = new Set<string>()
  scanFields(text, (name) => {
    if (seen.has(name)) throw new Refusal('malformed', `The body names "${name.slice(0, 40)}" twice.`)
    seen.add(name)
  })
}
