// The ledger counts in kobo.
const BOOK_DECIMALS = 2

/** Returns the token units in one kobo. Throws for a token with fewer than two decimals, which cannot represent a kobo. */
export function unitsPerMinor(decimals: number): bigint {
  if (decimals < BOOK_DECIMALS) throw new Error(`a token with ${decimals} decimals cannot represent kobo`)
  return 10n ** BigInt(decimals - BOOK_DECIMALS)
}
