const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
})
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })

const exactClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The time with its seconds, for a live tail. */
export const exactClockOf = (at: string): string => exactClock.format(new Date(at))
export const clockOf = (at: string): string => clock.format(new Date(at))
export const dayOf = (at: string): string => day.format(new Date(at))
/** The day without its year: 17 Nov. */
export const shortDayOf = (at: string | Date): string => shortDay.format(new Date(at))
export const dateOf = (at: string): string => date.format(new Date(at))
/** Today in Lagos: 2026-11-17, and Tuesday 17 November. */
export const isoToday = (): string => isoDay.format(new Date())
export const dayToday = (): string => day.format(new Date())
export const isPast = (at: string): boolean => new Date(at) <= new Date()

/** How long ago: "2 min ago". */
export function ageOf(at: string, now = Date.now()): string {
  const seconds = Math.floor((now - new Date(at).getTime()) / 1_000)
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

/** The time and how far away it is: "10:27 Lagos, in 4 min". */
export function untilOf(at: string, now = Date.now()): string {
  const minutes = Math.ceil((new Date(at).getTime() - now) / 60_000)
  const away =
    minutes <= 0
      ? 'late'
      : minutes < 60
        ? `in ${minutes} min`
        : minutes < 2_880
          ? `in ${Math.round(minutes / 60)} h`
          : `in ${Math.round(minutes / 1_440)} d`
  return `${clockOf(at)} Lagos, ${away}`
}

/** Ids are always shortened in the same way: txn_01a1…9c3e. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}

/** A duration in at most two units: "44 s", "26 min", "5 d 2 h". */
export function durationOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min`
  const [hours, days] = [Math.floor(whole / 3_600), Math.floor(whole / 86_400)]
  if (hours < 48) return `${hours} h`
  return hours % 24 === 0 || days > 9 ? `${days} d` : `${days} d ${hours % 24} h`
}

/** When something is due, from now: "due in 12 min", "3 h overdue". */
export function dueOf(at: string, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1_000
  return seconds < 0 ? `${durationOf(-seconds)} overdue` : `due in ${durationOf(seconds)}`
}
