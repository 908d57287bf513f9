import { OddAnswer } from '../odd-answer.ts'

// Nigeria has one zone and no summer time.
const LAGOS_AHEAD_MS = 3_600_000

const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/
const ZONED = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:Z|\+00:?00)$/
const SLASHES = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}:\d{2}) (AM|PM)$/

/** `2026-11-15 13:05:11.0`, which is Lagos time because the vendor documents it so. */
export function readLagosStamp(text: string, what: string): Date {
  return new Date(readStamp(text, text, what) - LAGOS_AHEAD_MS)
}

/** `15/11/2026 01:05:11 PM`, day before month, Lagos time. */
export function readLagosSlashes(text: string, what: string): Date {
  const [, day, month, year, hour = '', rest, half] = SLASHES.exec(text) ?? []
  if (!/^(0[1-9]|1[0-2])$/.test(hour)) throw notATime(text, what)
  const hours = String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')
  return new Date(readStamp(`${year}-${month}-${day} ${hours}:${rest}`, text, what) - LAGOS_AHEAD_MS)
}

/** A time that says it is UTC. One that names no zone, or another, is not guessed at. */
export function readUtc(text: string, what: string): Date {
  const [, stamp] = ZONED.exec(text) ?? []
  if (stamp === undefined) throw notATime(text, `${what}, in UTC,`)
  return new Date(readStamp(stamp, text, what))
}

/** The day that it is in Lagos, as YYYY-MM-DD. */
export function lagosDay(time: Date): string {
  return new Date(time.getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, 10)
}

/** Milliseconds as if the stamp were UTC. A day that is in no calendar is no time: 31 February is not 3 March. */
function readStamp(stamp: string, text: string, what: string): number {
  const [, day = '', clock = '', fraction = ''] = STAMP.exec(stamp) ?? []
  const ms = Date.parse(`${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== `${day}T${clock}`)
    throw notATime(text, what)
  const year = Number(day.slice(0, 4))
  if (year < 2020 || year > 2100) throw new OddAnswer(`${what} is in no time of ours: ${text.slice(0, 40)}`)
  return ms
}

function notATime(text: string, what: string): OddAnswer {
  return new OddAnswer(`${what} is no time in the form that is documented: ${text.slice(0, 40)}`)
}
