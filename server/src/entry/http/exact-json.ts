import { isUtf8 } from 'node:buffer'
import { Refusal } from '../../kernel/refusal.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** No object of ours has as many. Each unknown field costs the time of an error. */
const MOST_FIELDS = 100

// The largest batch has ten thousand rows of five fields. Text may contain some of these signs too.
const LARGE_BODY = 64 * 1024
const MOST_OBJECTS = 20_000
const MOST_OTHERS = 200_000

// Stored on the object itself under a private symbol. A separate WeakMap cost more than the parsing.
const NUMBERS = Symbol('the JSON parser returned a number without its source text')

/**
 * Parses the body of a request about money. The body must be one JSON object in UTF-8 that names each field once, because with two fields
 * `amount` the meant amount would be unclear. The text of each number is kept, because a float may change its value.
 */
export function parseExactJson(body: Buffer): JsonObject {
  if (body.length > LARGE_BODY) refuseManyValues(body)
  if (!isUtf8(body)) throw new Refusal('malformed', 'The body is not UTF-8 text.')
  const text = body.toString('utf8')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('malformed', 'Send the body as a JSON object, such as {"amount": 15000}.')
  }
  const { names, numbers, fullest } = scanFields(text)
  if (fullest > MOST_FIELDS)
    throw new Refusal('malformed', `An object in the body has more than ${MOST_FIELDS} fields.`)
  if (names !== Object.keys(value).length) refuseRepeatedName(text)
  return Object.defineProperty(value as JsonObject, NUMBERS, { value: numbers })
}

/**
 * Refuses a large body of many small values before it is parsed: a million empty objects would take a second. Stops reading at the first value
 * too many, because every other request waits meanwhile.
 */
function refuseManyValues(body: Buffer): void {
  let objects = 0
  let others = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === OPEN_OBJECT) objects += 1
    else if (byte === COMMA || byte === OPEN_LIST) others += 1
    else continue
    if (objects > MOST_OBJECTS || others > MOST_OTHERS)
      throw new Refusal(
        'malformed',
        `The body has more than ${MOST_OBJECTS} objects or ${MOST_OTHERS} values.`,
      )
  }
}

/** Returns the number in a field exactly as written; undefined if there is no number. */
export function numberText(object: JsonObject, field: string): string | undefined {
  return (object as { [NUMBERS]?: ReadonlyMap<string, string> })[NUMBERS]?.get(field)
}

/**
 * Returns the text of a number field in each object of a list, exactly as written, from a body that was accepted. Refuses an object that
 * names a field twice. Empty for a body that is not JSON, whose fields are text already.
 */
export function exactTextsIn(
  body: Buffer | null,
  value: JsonObject,
  { list, field }: Readonly<{ list: string; field: string }>,
): readonly string[] {
  if (body === null || (value as { [NUMBERS]?: unknown })[NUMBERS] === undefined) return []
  const text = body.toString('utf8')
  const objects = JSON.parse(text, (name, one: unknown, context?: { source?: string }) =>
    name === field && typeof one === 'number' ? context?.source : one,
  )[list] as readonly JsonObject[]
  const names = objects.reduce((sum, one) => sum + Object.keys(one).length, 0)
  if (scanFields(text, undefined, LISTED_DEPTH).names !== names)
    throw new Refusal('malformed', `An object in "${list}" has a field twice. Send each field once.`)
  return objects.map((one) => String(one[field]))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'The body is not valid JSON. Check quotes, commas and brackets.')
  }
}

function refuseRepeatedName(text: string): void {
  const seen = new Set<string>()
  scanFields(text, (name) => {
    if (seen.has(name))
      throw new Refusal('malformed', `The body contains "${name.slice(0, 40)}" twice. Send each field once.`)
    seen.add(name)
  })
}

type ScannedFields = Readonly<{
  /** Number of field names in the text. If a name occurs twice, this is greater than the number of fields of the parsed object. */
  names: number
  /** Number of field names in the object that has the most, at any depth. */
  fullest: number
  /** The numbers among the object's own fields, as written. */
  numbers: ReadonlyMap<string, string>
}>

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SPACE = 0x20

/** Depth of the fields of an object in a list of the body. */
const LISTED_DEPTH = 3

/** Scans the text of a JSON object once, for fields at this depth. JSON.parse must have accepted it. This runs for every request. */
export function scanFields(text: string, onName?: (name: string) => void, wanted = 1): ScannedFields {
  const numbers = new Map<string, string>()
  // Number of names in the open object at each depth.
  const namesAt: number[] = []
  let names = 0
  let fullest = 0
  let depth = 0
  let nameAt = 0
  let nameEnd = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        nameAt = at
        at = endOfString(text, at)
        nameEnd = at + 1
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth += 1
        namesAt[depth] = 0
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1
        break
      case COLON:
        fullest = Math.max(fullest, (namesAt[depth] = (namesAt[depth] ?? 0) + 1))
        if (depth !== wanted) break
        names += 1
        onName?.(JSON.parse(text.slice(nameAt, nameEnd)) as string)
        at = endOfSpace(text, at + 1)
        if (beginsNumber(text.charCodeAt(at))) {
          const end = endOfNumber(text, at)
          numbers.set(JSON.parse(text.slice(nameAt, nameEnd)) as string, text.slice(at, end))
          at = end
        }
        // The loop adds one to `at`, so it reads this character next.
        at -= 1
        break
      default:
    }
  }
  return { names, fullest, numbers }
}

/** Returns the position of the quote that ends the string. A quote after an odd number of backslashes does not end it. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  for (;;) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
    at = text.indexOf('"', at + 1)
  }
}

function endOfSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= SPACE) at += 1
  return at
}

function beginsNumber(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === MINUS
}

function endOfNumber(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === CLOSE_OBJECT || code <= SPACE) return at
    at += 1
  }
}
