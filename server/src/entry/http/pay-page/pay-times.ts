import { fill, type PayWords } from './pay-words.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options })
const clock = format({ hour: '2-digit', minute: '2-digit' })
const clockWithSeconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = format({ day: 'numeric', month: 'short' })
const wholeDay = format({ day: 'numeric', month: 'long', year: 'numeric' })

/** Formats `10:50` for a time of today and `18 Nov, 10:50` for another day, in Lagos time. */
export function clockTime(at: Date, now: Date): string {
  return day.format(at) === day.format(now) ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`
}

/** Formats `10:24:41`, in Lagos time. */
export function exactTime(at: Date): string {
  return clockWithSeconds.format(at)
}

/** Formats `16 November 2026, 10:24:46`, in Lagos time. */
export function wholeTime(at: Date): string {
  return `${wholeDay.format(at)}, ${exactTime(at)}`
}

const MINUTE = 60
const HOUR = 3600

/** Formats a duration in seconds, minutes or hours. */
export function duration(seconds: number, { sent }: PayWords): string {
  const n = (unit: number) => String(Math.round(seconds / unit))
  if (seconds < 2 * MINUTE) return fill(sent.seconds, { n: n(1) })
  return seconds < 2 * HOUR ? fill(sent.minutes, { n: n(MINUTE) }) : fill(sent.hours, { n: n(HOUR) })
}

/** Formats `10:23:46, 2 seconds ago`. */
export function timeWithAge(at: Date, now: Date, words: PayWords): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000))
  const age = seconds < 1 ? words.sent.now : fill(words.sent.ago, { time: duration(seconds, words) })
  return fill(words.sent.lookedAt, { time: exactTime(at), age })
}
