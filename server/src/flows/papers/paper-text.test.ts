import { expect, test } from 'vitest'
import { printable } from './paper-text.ts'

test.each([
  ['a name stays as it is', 'ADA OBI & SONS LTD', 'ADA OBI & SONS LTD'],
  ['accents that can be shown stay', 'José Ñandú', 'José Ñandú'],
  ['accents that cannot are left away', 'Ọláńrewájú Ẹ̀ṣọ́', 'Olánrewájú Eso'],
  ['what turns the direction of writing is taken out', 'ADA\u202eIBO\u2066 \u200bX', 'ADAIBO X'],
  ['so are control characters and line ends', 'ADA\u0000\u001b[31m\r\nOBI', 'ADA[31m OBI'],
  ['the sign of the naira is written out', '₦500', 'NGN 500'],
  ['what no font of ours has is a question mark', '艾达 Ada 🦊', '?? Ada ?'],
  ['half of a letter is one as well', 'A\ud800B', 'A?B'],
  ['wide letters are written as everybody writes them', 'ＡＤＡ ﬁn', 'ADA fin'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('a text that is too long is cut and ends with an ellipsis', () => {
  expect(printable('x'.repeat(500), 20)).toBe(`${'x'.repeat(19)}…`)
  expect(printable('\u202e'.repeat(500))).toBe('')
})
