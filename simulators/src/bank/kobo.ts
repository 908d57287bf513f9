const NAIRA = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/** Converts "50000.5" to 5000050n. Returns undefined unless the text is plain naira with at most two decimals. */
export function parseNaira(text: string): bigint | undefined {
  const [, naira, kobo = ''] = NAIRA.exec(text) ?? []
  return naira === undefined ? undefined : BigInt(naira + kobo.padEnd(2, '0'))
}

/** "50000.50" */
export function writeNaira(kobo: bigint): string {
  const sign = kobo < 0n ? '-' : ''
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "50000", "50000.5": as a language prints a float. */
export function writeShortNaira(kobo: bigint): string {
  return writeNaira(kobo)
    .replace(/\.00$/, '')
    .replace(/(\.\d)0$/, '$1')
}

/** "50,000.50" */
export function writeGroupedNaira(kobo: bigint): string {
  return writeNaira(kobo).replace(/\B(?=(\d{3})+\.)/g, ',')
}
