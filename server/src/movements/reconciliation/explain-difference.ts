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
