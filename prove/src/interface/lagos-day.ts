const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The day in Lagos, one hour ahead of UTC all year; reckoned by hand, so that it can disagree with the service. */
export function lagosDay(at: Date): string {
  const there = new Date(at.getTime() + 3_600_000)
  return `${MONTHS[there.getUTCMonth()]} ${there.getUTCDate()}, ${there.getUTCFullYear()}`
}
