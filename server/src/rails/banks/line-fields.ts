import { parseMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mapJson, OddAnswer, readNumberOrText, readText } from '../vendor-json.ts'

// Ten trillion naira in kobo. No payment is larger, and all our columns can hold it.
const MAX_KOBO = 10n ** 15n

/** Reads naira with kobo after the point, from a number or a string. Returns kobo. Ignores extra zeros after the kobo. */
export function readNaira(value: unknown, what: string): bigint {
  const digits = readNumberOrText(value, what).replace(/(\.[0-9]{2})0+$/, '$1')
  try {
    return checkSize(parseMoney(digits, 'NGN').minor, what)
  } catch (error) {
    if (error instanceof Refusal)
      throw new OddAnswer(`${what} is not an amount in naira: ${digits.slice(0, 40)}`)
    throw error
  }
}

/** Reads a whole number of kobo from a number or a string. */
export function readKobo(value: unknown, what: string): bigint {
  const digits = readNumberOrText(value, what)
  if (digits.length > 20 || !/^(0|[1-9][0-9]*)$/.test(digits)) {
    throw new OddAnswer(`${what} is not a whole number of kobo: ${digits.slice(0, 40)}`)
  }
  return checkSize(BigInt(digits), what)
}

/** Requires a settled amount above zero that does not exceed the amount paid. */
export function requireSettled(grossMinor: bigint, settledMinor: bigint): void {
  if (grossMinor <= 0n) throw new OddAnswer('the amount is zero')
  if (settledMinor <= 0n || settledMinor > grossMinor) {
    throw new OddAnswer(`${grossMinor} kobo were paid, but ${settledMinor} are reported as settled`)
  }
}

function checkSize(minor: bigint, what: string): bigint {
  if (minor <= MAX_KOBO) return minor
  throw new OddAnswer(`${what} exceeds the maximum payment: ${minor}`)
}

// Nigeria has one time zone and no daylight saving time.
const LAGOS_AHEAD_MS = 3_600_000

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/
const UTC_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:Z|\+00:?00)$/
const SLASHED_TIME = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}:\d{2}) (AM|PM)$/

/** Reads `2026-11-15 13:05:11.0`. The vendor documents that it is Lagos time. */
export function readLagosStamp(text: string, what: string): Date {
  return new Date(readStamp(text, text, what) - LAGOS_AHEAD_MS)
}

/** Reads `15/11/2026 01:05:11 PM`: day before month, Lagos time. */
export function readLagosSlashes(text: string, what: string): Date {
  const [, day, month, year, hour = '', rest, half] = SLASHED_TIME.exec(text) ?? []
  if (!/^(0[1-9]|1[0-2])$/.test(hour)) throw invalidTime(text, what)
  const hours = String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')
  return new Date(readStamp(`${year}-${month}-${day} ${hours}:${rest}`, text, what) - LAGOS_AHEAD_MS)
}

/** Reads a time that is marked as UTC. Throws if it has no zone or another zone. */
export function readUtc(text: string, what: string): Date {
  const [, stamp] = UTC_TIME.exec(text) ?? []
  if (stamp === undefined) throw invalidTime(text, `${what}, in UTC,`)
  return new Date(readStamp(stamp, text, what))
}

/** Returns the date in Lagos as YYYY-MM-DD. */
export function lagosDay(time: Date): string {
  return new Date(time.getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, 10)
}

/** Returns milliseconds as if the stamp were UTC. Throws for a date that does not exist: 31 February is not 3 March. */
function readStamp(stamp: string, text: string, what: string): number {
  const [, day = '', clock = '', fraction = ''] = DATE_TIME.exec(stamp) ?? []
  const ms = Date.parse(`${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== `${day}T${clock}`)
    throw invalidTime(text, what)
  const year = Number(day.slice(0, 4))
  if (year < 2020 || year > 2100)
    throw new OddAnswer(`${what} is outside the valid period: ${text.slice(0, 40)}`)
  return ms
}

function invalidTime(text: string, what: string): OddAnswer {
  return new OddAnswer(`${what} is not in the documented time format: ${text.slice(0, 40)}`)
}

// A reference becomes part of a URL, so it has no slash and does not start with a dot.
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_.=|:-]*$/
const MAX_REFERENCE_LENGTH = 100

/** Reads the vendor's id of a transaction. */
export function readReference(value: unknown, what: string): string {
  const text = readText(value, what)
  if (text.length <= MAX_REFERENCE_LENGTH && REFERENCE.test(text)) return text
  throw new OddAnswer(`${what} is not a reference: ${text.slice(0, 40)}`)
}

/**
 * Converts the vendor's row to a form that jsonb accepts. The row is stored as evidence and never used in a calculation. A number stays a
 * number if JavaScript writes it back with the same digits. Otherwise it becomes a string of its digits.
 */
export function toStorableJson(value: unknown): unknown {
  return mapJson(value, (scalar) => {
    if (typeof scalar === 'string') return cleanText(scalar)
    if (typeof scalar !== 'object' || scalar === null) return scalar
    const { digits } = scalar
    return String(Number(digits)) === digits ? Number(digits) : digits.slice(0, 60)
  })
}

const MAX_TEXT_LENGTH = 500

/** Replaces what PostgreSQL cannot store (a zero byte, half a surrogate pair) and cuts the text to the maximum length. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').slice(0, MAX_TEXT_LENGTH).toWellFormed()
}
