import { printedAmount } from '../requests/amount.ts'
import { withField } from '../requests/draft.ts'
import { boundsOf } from '../requests/field-values.ts'
import type { MeaningBreak } from './meaning-break.ts'

const malformed = [
  '-15000',
  '-0',
  '2e4',
  '2E4',
  '2e+4',
  '15000e0',
  '"15,000"',
  '"₦15000"',
  '" 15000"',
  '"15000 "',
  '"15000\\n"',
  '"+15000"',
  '"-15000"',
  '"0x4e20"',
  '"015000"',
  '"15000."',
  '".5"',
  '""',
  '"NaN"',
  '"Infinity"',
  '"null"',
  '"１５０００"',
  '"١٥٠٠٠"',
  '"15000\\u0000"',
  '"15_000"',
  '"15000.5.5"',
]

/** Returns texts that are not amounts, and amounts that a transaction may not have. */
export function amountBreaks(path: string): MeaningBreak[] {
  const { least, most } = boundsOf(path)
  const cases: ReadonlyArray<readonly [code: string, json: string]> = [
    ['amount_below_minimum', printedAmount(least - 1n)],
    ['amount_below_minimum', '0'],
    ['amount_below_minimum', '"0.00"'],
    ['amount_above_maximum', printedAmount(most + 1n)],
    ['amount_above_maximum', '9007199254740993.01'],
    ['amount_above_maximum', '9'.repeat(36)],
    ['amount_too_fine', '20000.001'],
    ['amount_too_fine', '20000.000'],
    ['amount_too_fine', '"20000.0000000000000000000000001"'],
    ...malformed.map((json) => ['amount_malformed', json] as const),
  ]
  return cases.map(([code, json]) => ({
    name: `amount ${json}`,
    code,
    field: 'amount',
    apply: (draft) => withField(draft, 'amount', json),
  }))
}
