import { type Decimal, parseDecimal } from '../kernel/money/decimal.ts'

// JSON text cannot produce a symbol as a key, so no object in a response can be taken for a number.
const written = Symbol('as it was written')
type WrittenNumber = Readonly<{ [written]: string }>

/** Parses JSON and keeps the original digits of every number. A float could change a price. */
export function parseJsonText(text: string): unknown {
  const keepNumber = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? { [written]: context?.source ?? '' } : value
  try {
    return JSON.parse(text, keepNumber)
  } catch {
    throw new OddAnswer(`the response is not JSON: ${text.slice(0, 40)}`)
  }
}

export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || written in value) {
    throw new OddAnswer(`${what} is not an object`)
  }
  return value as Record<string, unknown>
}

/** Returns the original digits of a JSON number. */
export function readNumber(value: unknown, what: string): string {
  if (typeof value === 'object' && value !== null && written in value)
    return (value as WrittenNumber)[written]
  throw new OddAnswer(`${what} is not a number: ${show(value)}`)
}

export function readText(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw new OddAnswer(`${what} is not text: ${show(value)}`)
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new OddAnswer(`${what} is not a list: ${show(value)}`)
}

/** Returns the digits of an amount that some responses write as a number and others as a string. */
export function readNumberOrText(value: unknown, what: string): string {
  return typeof value === 'string' ? value : readNumber(value, what)
}

/** Returns undefined if the value is missing or null. Throws if it is anything else that is not a string. */
export function readOptionalText(value: unknown, what: string): string | undefined {
  return value === undefined || value === null ? undefined : readText(value, what)
}

/** Reads a price: a plain decimal above zero. */
export function readPrice(text: string, what: string): Decimal {
  const value = parseDecimal(text)
  if (value !== undefined && value > 0n) return value
  throw new OddAnswer(`${what} is not a price: ${text.slice(0, 40)}`)
}

/** Reads whole seconds or milliseconds since 1970. The vendor's documentation decides the unit, never the size of the number. */
export function readEpoch(text: string, unit: 'ms' | 's', what: string): Date {
  const digits = unit === 'ms' ? 13 : 10
  if (/^[1-9][0-9]+$/.test(text) && text.length === digits) {
    return new Date(Number(text) * (unit === 'ms' ? 1 : 1000))
  }
  throw new OddAnswer(`${what} is not a time in ${unit}: ${text.slice(0, 40)}`)
}

export function requireSame(actual: unknown, expected: string, what: string): void {
  if (actual !== expected) throw new OddAnswer(`${what} is ${show(actual)}, not ${expected}`)
}

/** Copies the value with every key and scalar passed through `replace`. A number is passed as its digits. */
export function mapJson(value: unknown, replace: (scalar: JsonScalar) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return replace(value as string | boolean | null)
  if (written in value) return replace({ digits: (value as WrittenNumber)[written] })
  if (Array.isArray(value)) return value.map((item) => mapJson(item, replace))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(replace(key)), mapJson(item, replace)]),
  )
}

type JsonScalar = string | boolean | null | Readonly<{ digits: string }>

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 40)
}

/** The vendor's response differs from its documentation. The message is stored with the failed reading. */
export class OddAnswer extends Error {
  override readonly name = 'OddAnswer'
}
