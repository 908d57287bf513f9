import { expect, test } from 'vitest'
import { printable } from './paper-text.ts'

test.each([
  ['a plain name stays unchanged', 'ADA OBI & SONS LTD', 'ADA OBI & SONS LTD'],
  ['accents that the font has stay', 'José Ñandú', 'José Ñandú'],
  ['the letters of Nigerian names stay', 'Ọláńrewájú Ɗanjuma', 'Ọláńrewájú Ɗanjuma'],
  ['accents that the font lacks are removed', 'Ẹ̀ṣọ́ Ǟ', 'Ẹṣọ A'],
  ['characters that change the writing direction are removed', 'ADA\u202eIBO\u2066 \u200bX', 'ADAIBO X'],
  [
    'control characters are removed, and a line end becomes a space',
    'ADA\u0000\u001b[31m\r\nOBI',
    'ADA[31m OBI',
  ],
  ['the naira sign stays', '₦500', '₦500'],
  ['a character that no font has becomes a question mark', '艾达 Ada 🦊', '?? Ada ?'],
  ['half of a surrogate pair becomes a question mark', 'A\ud800B', 'A?B'],
  ['wide letters and ligatures become plain letters', 'ＡＤＡ ﬁn', 'ADA fin'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('a text that is too long is cut and ends with an ellipsis', () => {
  expect(printable('x'.repeat(500), 20)).toBe(`${'x'.repeat(19)}…`)
  expect(printable('\u202e'.repeat(500))).toBe('')
})
