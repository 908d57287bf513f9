import type { Validators } from '../document/create-validators.ts'
import type { Operation } from '../document/operation.ts'
import { typesOf } from '../document/schema.ts'
import { type Expectation, oneDraft } from '../exchange.ts'
import type { RequestKind } from '../kinds.ts'
import type { Random } from '../random.ts'
import { type Draft, fieldValue, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'

/** Texts that have broken other programs, as written between the quotes of JSON. */
const texts: Readonly<Record<string, (random: Random) => string>> = {
  'lone surrogate, escaped': (random) => random.pick(['\\ud800', 'a\\udfff', '\\udc00\\ud800', '\\uD83D x']),
  'NUL, escaped': () => 'Ada\\u0000Obi',
  'control characters, escaped': (random) =>
    `a\\u00${random.pick(['01', '07', '08', '0a', '0d', '1b', '7f', '85'])}b`,
  'line separators': (random) => random.pick(['a\u2028b', 'a\u2029b', 'a\\u2028b']),
  'right to left': (random) => random.pick(['\u202eevil', 'a\u2066b\u2069', '\u200fabc', 'GTBank\u202e']),
  'zero width': (random) => random.pick(['\u200b', 'a\u200bb', '\ufeffAda', '\u2060', '\u00ad']),
  'combining marks': (random) => `a${'\u0301'.repeat(random.between(1, 150))}`,
  'four bytes each': (random) =>
    random.pick(['💸', '𐍈', '👩‍👩‍👧‍👦', '\u{10ffff}']).repeat(random.between(1, 40)),
  'non-characters': (random) => random.pick(['\ufffe', '\uffff', '\ufdd0', '\ufffd']),
  'private use': () => '\ue000\u{f0000}',
  'digits of other scripts': (random) =>
    random.pick(['０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗']),
  'look-alikes': (random) => random.pick(['ＧＴＢａｎｋ', 'GТBаnk', 'Ροlygοn', 'ﬁdelity']),
  'case that changes length': (random) => random.pick(['ß', 'İ', 'ﬀ', 'ŉ']).repeat(random.between(1, 60)),
  'white space only': (random) => random.pick([' ', '\u00a0', '\u3000', '  \u2003 ', '\\t', '\\r\\n']),
  'quotes and slashes': () => `'\\"\\\\/<>&%;--`,
  'a piece of SQL': () => `'); drop table transaction; --`,
  'a piece of HTML': () => '<script>alert(1)</script>',
  'a template': (random) => random.pick(['${7*7}', '{{7*7}}', '%s%n%x', '#{x}', '$(id)', '`id`']),
  'a path': () => '../../../../etc/passwd',
  'a word of JavaScript': (random) =>
    random.pick(['__proto__', 'constructor', 'undefined', 'null', 'NaN', '[object', 'hasOwnProperty']),
  'a bytea or array of the database': (random) => random.pick(['\\\\x00', '{1,2}', '\\\\N', "E'\\\\\\\\'"]),
  'very long': (random) => 'a'.repeat(random.pick([199, 200, 201, 1_000, 10_000, 60_000])),
  'a pair of surrogates across a limit': (random) =>
    `a${'💸'.repeat(random.pick([19, 29, 59, 60, 99, 100, 110, 127, 128]))}`,
  'very long in four bytes': (random) => '💸'.repeat(random.pick([100, 101, 200, 201, 10_000])),
  'escaped for no reason': (random) => `\\u0041\\/${random.pick(['\\u0042', '\\u20a6'])}`,
}

export const hostileTexts = Object.values(texts)

export function hostileTextKinds(operations: readonly Operation[], validators: Validators): RequestKind[] {
  return operations.flatMap((operation) => {
    const properties = Object.entries(operation.body?.schema.properties ?? {})
    return properties
      .filter(([field, property]) => field !== 'amount' && typesOf(property).includes('string'))
      .flatMap(([field]) =>
        Object.entries(texts).map(
          ([name, text]): RequestKind => ({
            className: 'hostile',
            name: `${operation.id} ${field}: ${name}`,
            make: (setting) => {
              const draft = withField(draftValid(operation, setting), field, `"${text(setting.random)}"`)
              return oneDraft(draft, expectationOf(draft, field, validators))
            },
          }),
        ),
      )
  })
}

/** A text that breaks the schema must be refused with the field's name. Any other text may be accepted or refused, but never changed. */
function expectationOf(draft: Draft, field: string, validators: Validators): Expectation {
  const { body } = draft.operation
  const isAgainstSchema = validators
    .problems(body?.pointer ?? '', { [field]: fieldValue(draft, field) })
    .some((problem) => problem.field === field)
  if (isAgainstSchema) return { statuses: [422], code: 'field_invalid', field }
  const success = mustSucceed(draft)
  return { ...success, statuses: [...success.statuses, 403, 409, 422] }
}
