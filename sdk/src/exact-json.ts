import { countingFields, integerFields } from './generated/api-types.ts'

type ExactReviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * Reads JSON without ever holding money in a float: a number keeps its source text, unless its field is known to be a count. On runtimes
 * that do not provide the source text, numbers are put in quotes first.
 */
export function parseExact(text: string): unknown {
  return tellsSource ? parseBySource(text) : parseByQuoting(text)
}

function parseBySource(text: string): unknown {
  const reviver: ExactReviver = (key, value, context) =>
    typeof value === 'number' ? exact(key, context?.source ?? String(value)) : counted(key, value)
  return JSON.parse(text, reviver)
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Puts every number in quotes with a random prefix, and removes both after parsing. */
export function parseByQuoting(text: string): unknown {
  // Refuses invalid JSON before numbers are put in quotes.
  JSON.parse(text)
  const mark = `${crypto.randomUUID()}:`
  const quoted = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  )
  return JSON.parse(quoted, (key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? exact(key, value.slice(mark.length))
      : counted(key, value),
  )
}

function exact(key: string, text: string): string | number {
  return integerFields.has(key) ? Number(text) : text
}

/** Converts an object of counts, such as the number of items of each kind. */
function counted(key: string, value: unknown): unknown {
  if (!countingFields.has(key) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, count]) => [name, Number(count)]))
}

const tellsSource = ((): boolean => {
  let told = false
  const reviver: ExactReviver = (_, value, context) => {
    told = context?.source === '1'
    return value
  }
  JSON.parse('1', reviver)
  return told
})()
