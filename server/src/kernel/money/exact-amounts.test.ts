import { expect, test } from 'vitest'
import { randomAmountText, shortestDecimal } from '../../../test/amount-texts.ts'
import { loopCount } from '../../../test/loop-counts.ts'
import { createSeededRandom, type SeededRandom } from '../../../test/seeded-random.ts'
import { Refusal } from '../refusal.ts'
import { formatMoney, parseMoney } from './money.ts'

const AMOUNTS = loopCount(1_000_000)
const OF_EACH_CLASS = 5_000

// Node has this function, but the compiler's library does not declare it yet.
const rawJson: (text: string) => object = Reflect.get(JSON, 'rawJSON')

test('amounts, each read and printed, keep their value to the last kobo', () => {
  const random = createSeededRandom(1)
  const wrong: string[] = []
  for (let count = 0; count < AMOUNTS; count += 1) {
    const text = randomAmountText(random)
    const amount = parseMoney(text, 'NGN')
    const [whole = '', decimals = ''] = text.split('.')
    const kobo = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
    if (amount.minor !== kobo || formatMoney(amount) !== shortestDecimal(text)) wrong.push(text)
  }
  expect(wrong).toEqual([])
})

test('amounts, each sent through JSON in both directions, keep their text', () => {
  const random = createSeededRandom(2)
  const wrong: string[] = []
  let source: string | undefined
  const keepSource = (key: string, value: unknown, context?: { source?: string }) => {
    if (key === 'amount') source = context?.source
    return value
  }
  for (let count = 0; count < AMOUNTS; count += 1) {
    const text = randomAmountText(random)
    JSON.parse(`{"amount":${text}}`, keepSource)
    const given = source
    const reply = JSON.stringify({ amount: rawJson(formatMoney(parseMoney(given ?? '', 'NGN'))) })
    if (given !== text || reply !== `{"amount":${shortestDecimal(text)}}`) wrong.push(text)
  }
  expect(wrong).toEqual([])
})

const otherDigits = [
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '０１２３４５６７８９',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
  '⁰¹²³⁴⁵⁶⁷⁸⁹',
]
const spaces = [' ', '\t', '\n', '\r\n', '\u00a0', '\u2009', '\u200b', '\ufeff', '\u0000']

/** Ways to make an amount invalid. None of the results may be read as a similar amount. */
const spoilers: Readonly<Record<string, (text: string, random: SeededRandom) => string>> = {
  'more than two decimals': (text, random) =>
    `${text.split('.')[0]}.${'0123456789'.repeat(2).slice(random.below(7), 10 + random.below(8))}`,
  'a third decimal that is zero': (text) => `${text.split('.')[0]}.000`,
  'an exponent': (text, random) =>
    `${text}${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}${random.below(9)}`,
  'a sign': (text, random) => `${random.pick(['-', '+', '--', '−', '± '])}${text}`,
  'a sign at the end': (text, random) => `${text}${random.pick(['-', '+'])}`,
  grouping: (text, random) =>
    `${1 + random.below(9)}${random.pick([',', '_', ' ', "'", '’', '٬'])}000${text}`,
  'a comma instead of the point': (text) => `${text.split('.')[0]},50`,
  'two points': (text) => `${text.split('.')[0]}.5.0`,
  'a space before or after': (text, random) =>
    random.below(2) === 0 ? random.pick(spaces) + text : text + random.pick(spaces),
  'digits of another script': (text, random) => {
    const other = Array.from(random.pick(otherDigits))
    const place = random.below(text.split('.')[0]?.length ?? 1)
    return text.slice(0, place) + (other[Number(text.charAt(place))] ?? '') + text.slice(place + 1)
  },
  'hexadecimal, octal or binary': (text, random) => `0${random.pick(['x', 'X', 'o', 'b'])}${text}`,
  'leading zeros': (text, random) => `${'0'.repeat(1 + random.below(5))}${text}`,
  'a point at the end': (text) => `${text.split('.')[0]}.`,
  'a point at the start': (text) => `.${text.replace('.', '')}`,
  'a currency or a unit': (text, random) =>
    random.pick([`₦${text}`, `NGN ${text}`, `${text}NGN`, `${text}k`, `${text}n`, `${text}%`, `"${text}"`]),
  'more digits than the ledger holds': (text, random) =>
    `1${'0'.repeat(36 + random.below(400))}${text.split('.')[0]}`,
  'a word': (_, random) =>
    random.pick([
      '',
      '.',
      '-',
      'NaN',
      'Infinity',
      '-Infinity',
      'null',
      'true',
      'undefined',
      '[]',
      '{}',
      '1/2',
      '∞',
      '½',
    ]),
}

test.each(Object.entries(spoilers))('%s is refused, never rounded or guessed', (_, spoil) => {
  const random = createSeededRandom(3)
  const accepted: string[] = []
  for (let count = 0; count < OF_EACH_CLASS; count += 1) {
    const text = spoil(randomAmountText(random), random)
    if (!isRefused(text)) accepted.push(text)
  }
  expect(accepted).toEqual([])
})

test('among short texts, exactly the plain decimals are amounts', () => {
  const random = createSeededRandom(4)
  const wrong: string[] = []
  let amounts = 0
  for (let count = 0; count < 50_000; count += 1) {
    const text = Array.from({ length: random.below(6) }, () => random.pick('00123459....-+eE, _xN')).join('')
    if (isPlainDecimal(text)) amounts += 1
    if (isPlainDecimal(text) === isRefused(text)) wrong.push(text)
  }
  expect(wrong).toEqual([])
  expect(amounts).toBeGreaterThan(1_000)
})

function isRefused(text: string): boolean {
  try {
    parseMoney(text, 'NGN')
    return false
  } catch (error) {
    if (error instanceof Refusal && /^amount_(malformed|too_fine)$/.test(error.code)) return true
    throw error
  }
}

/** Implements the rule again, character by character, so that the rule is not tested against itself. */
function isPlainDecimal(text: string): boolean {
  const parts = text.split('.')
  if (parts.length > 2) return false
  const [whole = '', decimals] = parts
  const areDigits = (part: string) =>
    part !== '' && Array.from(part).every((character) => character >= '0' && character <= '9')
  if (!areDigits(whole) || (whole.length > 1 && whole.startsWith('0'))) return false
  return decimals === undefined || (areDigits(decimals) && decimals.length <= 2)
}
