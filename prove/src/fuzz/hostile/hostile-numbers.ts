import type { Operation } from '../document/operation.ts'
import { type Expectation, oneDraft } from '../exchange.ts'
import type { RequestKind } from '../kinds.ts'
import type { Random } from '../random.ts'
import { DIGITS } from '../random.ts'
import { type Bounds, readAmountText } from '../requests/amount.ts'
import { type Draft, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { boundsOf, isOfWholeNaira } from '../requests/field-values.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'

/** Spellings of numbers that have broken other programs. Each returns JSON text, or text that looks like JSON. */
const spellings: Readonly<Record<string, (random: Random) => string>> = {
  exponent: (random) =>
    `${random.between(1, 9)}${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}${random.below(400)}`,
  'decimal with an exponent': (random) => `${random.below(100)}.${random.below(100)}e${random.below(10)}`,
  'beyond a float': () => '1e400',
  'below a float': () => '1e-400',
  'minus zero': (random) => random.pick(['-0', '-0.0', '-0.00', '-0e0']),
  negative: (random) => `-${random.between(1, 1_000_000)}`,
  'leading zeros': (random) => `${'0'.repeat(random.between(1, 5))}${random.between(1, 99_999)}`,
  'trailing point': (random) => `${random.between(15_000, 99_999)}.`,
  'leading point': (random) => `.${random.between(1, 99_999)}`,
  plus: (random) => `+${random.between(15_000, 99_999)}`,
  hexadecimal: (random) => `0x${random.between(15_000, 99_999).toString(16)}`,
  'not a number': (random) => random.pick(['NaN', 'Infinity', '-Infinity', 'undefined', 'nan']),
  grouped: (random) => `${random.between(15, 99)}${random.pick([',', '_', ' ', "'"])}000`,
  'four hundred digits': (random) => `${random.between(1, 9)}${random.text(399, DIGITS)}`,
  'ten thousand digits': (random) => `${random.between(1, 9)}${random.text(9_999, DIGITS)}`,
  'many decimals': (random) =>
    `${random.between(15_000, 99_999)}.${random.text(random.between(3, 300), DIGITS)}`,
  'many zeros as decimals': (random) =>
    `${random.between(15_000, 99_999)}.${'0'.repeat(random.between(1, 40))}`,
  'at a bound': (random) =>
    random.pick([
      '14999.99',
      '15000',
      '15000.00',
      '15000.01',
      '99.99',
      '100',
      '250000000',
      '250000000.00',
      '250000000.01',
    ]),
  'where floats fail': (random) =>
    random.pick([
      '90071992.54',
      '20000.1',
      '20000.35',
      '1234567.89',
      '16777217.01',
      '249999999.99',
      '15000.1',
      '70368.74',
    ]),
  'integer limits': (random) =>
    random.pick(['2147483647', '2147483648', '4294967296', '9007199254740993', '9223372036854775808']),
}

export function hostileNumberKinds(operations: readonly Operation[]): RequestKind[] {
  return operations
    .filter(({ body }) => body?.schema.properties?.amount !== undefined)
    .flatMap((operation) =>
      Object.entries(spellings).flatMap(([name, spell]) =>
        ['bare', 'in quotes'].map(
          (form): RequestKind => ({
            className: 'hostile',
            name: `${operation.id} amount: ${name}, ${form}`,
            make: (setting) => {
              const text = spell(setting.random)
              const json = form === 'bare' ? text : JSON.stringify(text)
              const draft = withField(draftValid(operation, setting), 'amount', json)
              const expected = amountExpectation(draft, text, json, boundsOf(operation.path))
              // A number beyond the range of a float fails the schema before any other check.
              const isNumber = form !== 'bare' || Number.isFinite(Number(text))
              const isToldOf = operation.path.endsWith('/preview') && isNumber
              return oneDraft(draft, isToldOf ? ofPreview(expected) : expected)
            },
          }),
        ),
      ),
    )
}

/** Computes the expected reply to an amount by the rules of the API, independently of the service. */
function amountExpectation(draft: Draft, text: string, json: string, { least, most }: Bounds): Expectation {
  if (!isJson(json)) return { statuses: [400], code: 'malformed' }
  const amount = readAmountText(text)
  if (amount === undefined) return { statuses: [422], field: 'amount' }
  if (amount < least) return { statuses: [422], code: 'amount_below_minimum', field: 'amount' }
  if (amount > most) return { statuses: [422], field: 'amount' }
  if (isOfWholeNaira(draft.operation.path) && amount % 100n !== 0n) {
    return { statuses: [422], code: 'amount_too_fine', field: 'amount' }
  }
  return mustSucceed(draft)
}

/** Expects the preview to list the same problem among its needs. */
function ofPreview(expected: Expectation): Expectation {
  const { code, field } = expected
  if (field === undefined) return expected
  return {
    statuses: [200],
    check: ({ body }) => {
      const { preview } = JSON.parse(body.toString('utf8')) as { preview: { needs: readonly Need[] } }
      const isTold = preview.needs.some((need) => need.field === field && need.code === (code ?? need.code))
      return isTold
        ? undefined
        : `the preview has no need for ${field}: ${JSON.stringify(preview.needs).slice(0, 300)}`
    },
  }
}

type Need = Readonly<{ code: string; field: string | null }>

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
