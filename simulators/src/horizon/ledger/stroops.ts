const DECIMALS = 7
const ONE = 10n ** BigInt(DECIMALS)

/** Maximum of a balance or a limit. */
export const MOST_STROOPS = 2n ** 63n - 1n

/** Converts `"12.5"` to stroops, the ten-millionths in which the ledger counts. */
export function parseStroops(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,7}))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${JSON.stringify(text)} is not an amount`)
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'))
}

export function formatStroops(stroops: bigint): string {
  return `${stroops / ONE}.${(stroops % ONE).toString().padStart(DECIMALS, '0')}`
}
