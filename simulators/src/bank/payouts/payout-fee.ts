// The fee of a transfer by the central bank's guide to charges, by amount, in kobo.
const STEPS: ReadonlyArray<readonly [bigint, bigint]> = [
  [500_000n, 1000n],
  [5_000_000n, 2500n],
]
const MOST = 5000n

export function payoutFee(kobo: bigint): bigint {
  return STEPS.find(([upTo]) => kobo <= upTo)?.[1] ?? MOST
}
