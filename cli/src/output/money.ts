const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** `15000.5` → `15,000.50`. Amounts are text from end to end: a number would round them. */
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

/** What was typed, as the API takes it: `₦15,000.50` → `15000.50`; undefined if it is no amount. */
export function readAmount(typed: string): string | undefined {
  const plain = typed.replace(/^[₦N]?\s*/u, '').replaceAll(/[,_\s]/g, '')
  return /^\d+(\.\d{1,2})?$/.test(plain) ? plain : undefined
}
