import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : odd('an object')
}

export function listIn(body: unknown, name: string): Fields[] {
  const list = fieldsOf(body)[name]
  return Array.isArray(list) ? list.map(fieldsOf) : odd(name)
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : odd(name)
}

export function textOrNullIn(fields: Fields, name: string): string | null {
  return fields[name] === null ? null : textIn(fields, name)
}

export function oneOfIn<const T extends string>(fields: Fields, name: string, words: readonly T[]): T {
  const value = fields[name]
  return words.find((word) => word === value) ?? odd(name)
}

export function minorIn(fields: Fields, name: string): bigint {
  const text = textIn(fields, name)
  return /^[0-9]{1,38}$/.test(text) ? BigInt(text) : odd(name)
}

export function minorOrNullIn(fields: Fields, name: string): bigint | null {
  return fields[name] === null ? null : minorIn(fields, name)
}

export function countIn(fields: Fields, name: string): number {
  const value = fields[name]
  return Number.isSafeInteger(value) ? Number(value) : odd(name)
}

export function timeIn(fields: Fields, name: string): Date {
  const at = new Date(textIn(fields, name))
  return Number.isNaN(at.getTime()) ? odd(name) : at
}

/** Half an answer is none. */
export function odd(what: string): never {
  throw new PayerUnavailable(`the payer's answer cannot be read: ${what}`)
}
