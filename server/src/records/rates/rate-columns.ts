import { type Decimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { assert } from '../../kernel/refusal.ts'

/** From numeric(38, 18), which PostgreSQL prints without an exponent. */
export function fromNumeric(text: string): Decimal {
  const value = parseDecimal(text)
  assert(value !== undefined, `${text} from the database is a decimal`)
  return value
}
