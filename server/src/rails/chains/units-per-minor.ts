// Our books end at the kobo.
const BOOK_DECIMALS = 2

/** A token with fewer decimals than a kobo has cannot be sent exactly. */
export function unitsPerMinor(decimals: number): bigint {
  if (decimals < BOOK_DECIMALS) throw new Error(`a token with ${decimals} decimals cannot represent kobo`)
  return 10n ** BigInt(decimals - BOOK_DECIMALS)
}
