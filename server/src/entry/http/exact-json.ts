import { isUtf8 } from 'node:buffer'
import { Refusal } from '../../kernel/refusal.ts'

export type JsonObject = Readonly<Record<string, unknown>>

// One token of a text that is known to be JSON: a string, a mark, or a number or word.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

const numberTexts = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

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
  const object = value as JsonObject
  numberTexts.set(object, readNumberTexts(text))
  return object
}

/** The number under a field exactly as it was written, or undefined when there is no number. */
export function numberText(object: JsonObject, field: string): string | undefined {
  return numberTexts.get(object)?.get(field)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'The body is not JSON: check quotes, commas and brackets.')
  }
}

/** The numbers among the object's own fields. Refuses a field that is there twice. */
function readNumberTexts(text: string): Map<string, string> {
  const numbers = new Map<string, string>()
  const seen = new Set<string>()
  let depth = 0
  let field: string | undefined
  let previous = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && token === ':') {
      field = JSON.parse(previous) as string
      if (seen.has(field)) throw new Refusal('malformed', `The body names "${field.slice(0, 40)}" twice.`)
      seen.add(field)
    } else if (depth === 1 && field !== undefined && token !== ',') {
      if (/^[-0-9]/.test(token)) numbers.set(field, token)
      field = undefined
    }
    previous = token
  }
  return numbers
}
