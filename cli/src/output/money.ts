const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** `15000.5` → `15,000.50`. Amounts are always text, because a number could round them. */
function printDecimal(text: string): string {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return text
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`
}

export function printNaira(text: string): string {
  return `₦${printDecimal(text)}`.replace('₦-', '-₦')
}

export function printTokens(text: string, asset = 'NGNC'): string {
  return `${printDecimal(text)} ${asset}`
}

/** Converts typed text to the format of the API: `₦15,000.50` → `15000.50`; undefined if it is not an amount. */
export function readAmount(typed: string): string | undefined {
  const plain = typed.replace(/^[₦N]?\s*/u, '').replaceAll(/[,_\s]/g, '')
  return /^\d+(\.\d{1,2})?$/.test(plain) ? plain : undefined
}
