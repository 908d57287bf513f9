import { OddAnswer } from '../odd-answer.ts'
import { readText } from '../vendor-json.ts'

// No slash and no bare dots: it becomes a part of an address.
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_.=|:-]*$/
const LONGEST = 100

/** A vendor's own id of a transaction. */
export function readReference(value: unknown, what: string): string {
  const text = readText(value, what)
  if (text.length <= LONGEST && REFERENCE.test(text)) return text
  throw new OddAnswer(`${what} is no reference: ${text.slice(0, 40)}`)
}
