// Number of sums that are tried. Beyond it, any difference between the smallest and the largest sum counts as explained.
const MOST_SUMS = 20_000

/**
 * Returns the unexplained part of a difference when each of these amounts may or may not be part of it. Returns zero if some of them add up
 * to it within the slack. Otherwise returns the whole difference, because a partial explanation does not reduce it.
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

/** An item of a payout account that is missing in the ledger or in the vendor's own lines. */
export type PayoutGap = Readonly<{
  /** 'ref:<reference>' for a payment, 'entry:<id>' for a posting, 'line:<id>' for a line that nothing explains. */
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
// A vendor may enter a line up to a day late.
const LATEST_LINE_MS = 24 * 60 * MINUTE_MS
// Payouts that ended very recently are not in the sums yet.
const FOLD_DELAY_MS = 5 * MINUTE_MS

/** Returns why only the ledger or only the vendor's lines have the item, if that is expected for now. Undefined if nothing explains it. */
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
  if (payout.deadAt !== undefined && ageOf(payout.deadAt) < FOLD_DELAY_MS)
    return 'the payout ended a moment ago'
  if (!payout.isAlive) return undefined
  if (theirsMinor === 0n && oursMinor < 0n) {
    if (payout.endedAt === undefined) return 'in flight'
    return ageOf(payout.endedAt) < LATEST_LINE_MS ? 'paid, not yet shown by the vendor' : undefined
  }
  return oursMinor === 0n && theirsMinor > 0n ? 'returned, and the bank has been queried about it' : undefined
}
