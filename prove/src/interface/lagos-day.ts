const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Returns the day in Lagos, which is one hour ahead of UTC all year. Computed independently of the service. */
export function lagosDay(at: Date): string {
  const there = new Date(at.getTime() + 3_600_000)
  return `${MONTHS[there.getUTCMonth()]} ${there.getUTCDate()}, ${there.getUTCFullYear()}`
}
