import { formatMoney, type Money } from './money.ts'

declare global {
  interface JSON {
    /** Text that JSON.stringify writes as it is. */
    rawJSON(text: string): JsonNumber
  }
}

/** A number that JSON.stringify prints exactly, digit by digit. */
export type JsonNumber = Readonly<{ rawJSON: string }>

export function jsonNumber(amount: Money): JsonNumber {
  return JSON.rawJSON(formatMoney(amount))
}
