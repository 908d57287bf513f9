const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** As the banks' own papers say it: 15 Nov 2026, 08:12 in Lagos. */
export function printMoment(at: Date): string {
  return lagos.format(at)
}

/** The largest whole unit: 45 s, 12 min, 5 h, 3 d. */
export function printSpan(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

export function printDue(dueAt: Date, now: Date): string {
  const ms = dueAt.getTime() - now.getTime()
  return ms < 0 ? `${printSpan(-ms)} over` : `in ${printSpan(ms)}`
}
