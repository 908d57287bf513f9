// So many sums are tried; beyond it, whatever lies between the smallest and the largest is taken to be explained.
const MOST_SUMS = 20_000

/**
 * What is left of a difference when each of these amounts may or may not be part of it: nothing, if some of them come to it, give or
 * take the slack. Else the whole of it: a difference is not made smaller by what might explain a part.
 */
export function explainDifference(
  difference: bigint,
  amounts: readonly bigint[],
  slack: Readonly<{ least: bigint; most: bigint }> = { least: 0n, most: 0n },
): bigint {
  const fits = (sum: bigint): boolean => difference - sum >= slack.least && difference - sum <= slack.most
  if (fits(0n)) return 0n
  let sums = new Set([0n])
  for (const amount of amounts) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + amount)])
    if (sums.size > MOST_SUMS) return isBetween(difference, amounts, slack) ? 0n : difference
  }
  return [...sums].some(fits) ? 0n : difference
}

function isBetween(
  difference: bigint,
  amounts: readonly bigint[],
  { least, most }: Readonly<{ least: bigint; most: bigint }>,
): boolean {
  const sumOf = (isWanted: (amount: bigint) => boolean) =>
    amounts.filter(isWanted).reduce((sum, amount) => sum + amount, 0n)
  return (
    difference >= sumOf((amount) => amount < 0n) + least &&
    difference <= sumOf((amount) => amount > 0n) + most
  )
}

/** One thing that the books and the vendor's own book of a payout account do not both have. */
export type PayoutGap = Readonly<{
  /** 'ref:<reference>' of a payment, 'entry:<id>' of a posting, 'line:<id>' of a line that nothing explains. */
  key: string
  oursMinor: bigint
  theirsMinor: bigint
  since: Date
  /** The payment with this reference, if there is one. */
  payout: Readonly<{
    id: string
    isAlive: boolean
    endedAt: Date | undefined
    deadAt: Date | undefined
  }> | null
}>

const MINUTE_MS = 60_000
// A vendor may enter a line late; a day later it never will.
const LATEST_LINE_MS = 24 * 60 * MINUTE_MS
// What was buried a moment ago is not in the sums yet.
const FOLD_DELAY_MS = 5 * MINUTE_MS

/** Why the two do not both have it, while that is as it should be; undefined where nothing explains it. */
export function explainGap(
  { key, oursMinor, theirsMinor, since, payout }: PayoutGap,
  at: Date,
): string | undefined {
  const ageOf = (moment: Date) => at.getTime() - moment.getTime()
  if (key.startsWith('line:')) return undefined
  if (key.startsWith('entry:'))
    return theirsMinor === 0n && ageOf(since) < LATEST_LINE_MS
      ? 'booked, not yet shown by the vendor'
      : undefined
  if (payout === null) return undefined
  if (payout.deadAt !== undefined && ageOf(payout.deadAt) < FOLD_DELAY_MS) return 'it ended a moment ago'
  if (!payout.isAlive) return undefined
  if (theirsMinor === 0n && oursMinor < 0n) {
    if (payout.endedAt === undefined) return 'in flight'
    return ageOf(payout.endedAt) < LATEST_LINE_MS ? 'paid, not yet shown by the vendor' : undefined
  }
  return oursMinor === 0n && theirsMinor > 0n ? 'returned, and the bank has been queried about it' : undefined
}
