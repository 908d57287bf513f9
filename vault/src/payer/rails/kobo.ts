/** `1500.5`, `1500.50` or `1500` naira in kobo; undefined for anything that is no exact amount. */
export function koboOfNaira(text: unknown): bigint | undefined {
  const match = typeof text === 'string' ? /^(\d{1,24})(?:\.(\d{1,12}))?$/.exec(text) : null
  if (match === null) return undefined
  const [, naira = '', fraction = ''] = match
  if (/[1-9]/.test(fraction.slice(2))) return undefined
  return BigInt(naira) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
}

/** Whole kobo as text, or as a number whose text was kept. */
export function koboOf(text: unknown): bigint | undefined {
  return typeof text === 'string' && /^\d{1,24}$/.test(text) ? BigInt(text) : undefined
}

export function nairaOfKobo(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}
