import { checksum, randomSecret } from './secret-letters.ts'

// `ops_<cell>_<secret>_<checksum>`: as the keys of businesses are made, and never mistaken for one.
const SHAPE = /^(ops_([a-z0-9]{1,8})_[1-9A-HJ-NP-Za-km-z]{44})_([1-9A-HJ-NP-Za-km-z]{6})$/

export function generateOperatorKey(cell: string): string {
  const body = `ops_${cell}_${randomSecret()}`
  return `${body}_${checksum(body)}`
}

/** The cell it is for, or undefined when it is not a key as it was shown: cut short, mistyped, something else. */
export function readOperatorKey(text: string): { cell: string } | undefined {
  const [, body, cell, sum] = SHAPE.exec(text) ?? []
  if (body === undefined || cell === undefined || checksum(body) !== sum) return undefined
  return { cell }
}
