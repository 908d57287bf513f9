/** An exact decimal that is not negative, as a whole number of 10⁻¹⁸. It is read from text and never from a float. */
export type Decimal = bigint

const SCALE = 18
// PostgreSQL stores decimals as numeric(38, 18), so a number with more digits is refused.
const MAX_WHOLE_DIGITS = 20

export type Rounding = 'up' | 'down'

/** Reads digits with an optional point, without sign, exponent or grouping. Returns undefined for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', decimals = ''] = match
  if (whole.length > MAX_WHOLE_DIGITS || decimals.length > SCALE) return undefined
  return BigInt(whole + decimals.padEnd(SCALE, '0'))
}

/** Returns the shortest text of this decimal, without trailing zeros or exponent. */
export function formatDecimal(value: Decimal): string {
  const digits = value.toString().padStart(SCALE + 1, '0')
  const decimals = digits.slice(-SCALE).replace(/0+$/, '')
  return `${digits.slice(0, -SCALE)}${decimals === '' ? '' : `.${decimals}`}`
}

/** Rounds to at most this many decimals. The error is less than one unit of the last decimal. */
export function roundDecimal(value: Decimal, decimals: number, rounding: Rounding): Decimal {
  const step = 10n ** BigInt(SCALE - decimals)
  return divideWhole(value, step, rounding) * step
}

export function divideDecimal(dividend: Decimal, divisor: Decimal, rounding: Rounding): Decimal {
  return divideWhole(dividend * 10n ** BigInt(SCALE), divisor, rounding)
}

/** Divides whole numbers, which must not be negative. */
export function divideWhole(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  return (rounding === 'up' ? dividend + divisor - 1n : dividend) / divisor
}
