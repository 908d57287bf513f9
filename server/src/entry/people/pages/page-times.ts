const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Formats a time of today with its age, and another day as a date. In Lagos time. */
export function describeTime(time: Date, now: Date): string {
  const isToday = day.format(time) === day.format(now)
  return isToday
    ? `${clock.format(time)}, ${describeAge(time, now)}`
    : `${day.format(time)}, ${clock.format(time)}`
}

/** Seconds until then. A page counts them itself, because the clock of a browser may be wrong. */
export function secondsUntil(time: Date, now: Date): number {
  return Math.max(0, Math.floor((time.getTime() - now.getTime()) / 1_000))
}

export function formatClock(time: Date): string {
  return clock.format(time)
}

export function formatDay(time: Date): string {
  return day.format(time)
}

function describeAge(time: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
