import { countingFields, integerFields } from './generated/api-types.ts'

type ExactReviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * Reads JSON without a float ever holding money: a number keeps the text it was written in, unless its field is known
 * to count something. Runtimes that do not tell the text of a number get it in quotes instead.
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

/** Every number is put into quotes behind a mark that no other text begins with, and taken out again. */
export function parseByQuoting(text: string): unknown {
  // Refuses what is no JSON before anything is put into it.
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

/** An object of counts, such as how many there are of each kind. */
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
