const DAY_MS = 24 * 60 * 60 * 1000
/** Lagos is an hour ahead of UTC all year round. */
const LAGOS_MS = 60 * 60 * 1000
/** Allowance for the holidays that follow the moon, which are announced only days before. Each of them has at most two working days. */
const SLACK_DAYS = 2

const FIXED_HOLIDAYS: ReadonlySet<string> = new Set(['01-01', '05-01', '06-12', '10-01', '12-25', '12-26'])

/**
 * Returns the end, in Lagos time, of the last of `count` working days after `from`. Working days are Monday to Friday except Nigerian
 * holidays. The result may be too late but never too early, because a bank may recall a payment until then.
 */
export function endOfWorkingDays(from: Date, count: number): Date {
  let day = Math.floor((from.getTime() + LAGOS_MS) / DAY_MS)
  for (let left = count + SLACK_DAYS; left > 0; ) {
    day += 1
    if (isWorkingDay(new Date(day * DAY_MS))) left -= 1
  }
  return new Date((day + 1) * DAY_MS - LAGOS_MS)
}

/** Expects a day as its midnight in UTC. */
function isWorkingDay(day: Date): boolean {
  const weekday = day.getUTCDay()
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(day.toISOString().slice(5, 10))) return false
  const sinceEaster = (day.getTime() - easterSunday(day.getUTCFullYear())) / DAY_MS
  return sinceEaster !== -2 && sinceEaster !== 1
}

/** Returns midnight in UTC of Easter Sunday, by the Gregorian computus (Meeus, Jones, Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}
