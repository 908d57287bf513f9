/** An exact decimal that is not negative: a whole number of 10⁻¹⁸. Made from text, never from a float. */
export type Decimal = bigint

const SCALE = 18
// numeric(38, 18) in PostgreSQL: a larger or finer number is not one of our decimals.
const MAX_WHOLE_DIGITS = 20

export type Rounding = 'up' | 'down'

/** Digits with an optional point: no sign, exponent or grouping. Undefined for any other text, never a guess. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', decimals = ''] = match
  if (whole.length > MAX_WHOLE_DIGITS || decimals.length > SCALE) return undefined
  return BigInt(whole + decimals.padEnd(SCALE, '0'))
}

/** The shortest text that means this decimal: no trailing zeros, no exponent. */
export function formatDecimal(value: Decimal): string {
  const digits = value.toString().padStart(SCALE + 1, '0')
  const decimals = digits.slice(-SCALE).replace(/0+$/, '')
  return `${digits.slice(0, -SCALE)}${decimals === '' ? '' : `.${decimals}`}`
}

/** To at most so many decimals; off by less than one of the last. */
export function roundDecimal(value: Decimal, decimals: number, rounding: Rounding): Decimal {
  const step = 10n ** BigInt(SCALE - decimals)
  return divideWhole(value, step, rounding) * step
}

export function divideDecimal(dividend: Decimal, divisor: Decimal, rounding: Rounding): Decimal {
  return divideWhole(dividend * 10n ** BigInt(SCALE), divisor, rounding)
}

/** Of whole numbers, none of them negative. */
export function divideWhole(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  return (rounding === 'up' ? dividend + divisor - 1n : dividend) / divisor
}
