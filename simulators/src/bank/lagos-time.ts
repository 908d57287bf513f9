// Nigeria keeps UTC+1 all year.
const AHEAD_MS = 3_600_000
const DAY_MS = 86_400_000

/** "2026-11-15T13:05:11.123", without a zone, as Nigerian systems often write it. */
function lagosIso(ms: number): string {
  return new Date(ms + AHEAD_MS).toISOString().slice(0, -1)
}

/** "2026-11-15" */
export function lagosDate(ms: number): string {
  return lagosIso(ms).slice(0, 10)
}

/** "2026-11-15 13:05:11" */
export function lagosStamp(ms: number): string {
  return lagosIso(ms).slice(0, 19).replace('T', ' ')
}

/** "2026-11-15 13:05:11.123" */
export function lagosStampMs(ms: number): string {
  return lagosIso(ms).replace('T', ' ')
}

/** "20261115130511" */
export function lagosDigits(ms: number): string {
  return lagosIso(ms).slice(0, 19).replace(/\D/g, '')
}

/** "15/11/2026 01:05:11 PM" */
export function lagosSlashes(ms: number): string {
  const { day, month, year, clock } = lagosParts(ms)
  return `${day}/${month}/${year} ${clock}`
}

/** "11/15/2026 1:05:11 PM" */
export function lagosAmerican(ms: number): string {
  const { day, month, year, clock } = lagosParts(ms)
  return `${Number(month)}/${Number(day)}/${year} ${clock.replace(/^0/, '')}`
}

/** Returns the last millisecond of the current day in Lagos. */
export function lastMomentOfDay(ms: number): number {
  return Math.floor((ms + AHEAD_MS) / DAY_MS) * DAY_MS + DAY_MS - 1 - AHEAD_MS
}

/** Returns the next day that is not a Saturday or Sunday, as "2026-11-16". Holidays are not considered. */
export function nextWorkingDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() % 6 === 0)
  return day.toISOString().slice(0, 10)
}

function lagosParts(ms: number): Record<'day' | 'month' | 'year' | 'clock', string> {
  const [year = '', month = '', day = ''] = lagosDate(ms).split('-')
  const [hours = '', ...rest] = lagosIso(ms).slice(11, 19).split(':')
  const hour = Number(hours)
  const twelve = String(hour % 12 || 12).padStart(2, '0')
  return { day, month, year, clock: `${[twelve, ...rest].join(':')} ${hour < 12 ? 'AM' : 'PM'}` }
}
