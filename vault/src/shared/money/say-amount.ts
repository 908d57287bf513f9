/** Writes minor units as an operator reads them: `₦1,250.50`. */
export function sayNaira(minor: bigint | string): string {
  return `${sign(minor)}₦${figureOf(minor)}`
}

/** Writes minor units of the token: `1,250.50 NGNC`. */
export function sayTokens(minor: bigint | string): string {
  return `${sign(minor)}${figureOf(minor)} NGNC`
}

function sign(minor: bigint | string): string {
  return BigInt(minor) < 0n ? '-' : ''
}

function figureOf(minor: bigint | string): string {
  const digits = BigInt(minor).toString().replace('-', '').padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${digits.slice(-2)}`
}
