import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameWords } from './name-words.ts'

test.each([
  ['OKAFOR, Adaeze Nkechi (Mrs)', ['adaeze', 'nkechi', 'okafor']],
  ['Dr. Ọlọ́runfẹ́mi Adébáyọ̀', ['adebayo', 'femi']],
  ['OLUWASEUN BANKOLE', ['bankole', 'seun']],
  ['Chukwuemeka Obi', ['emeka', 'obi']],
  ['Oluchi Eze', ['eze', 'oluchi']],
  ['Ɗanladi Ƙofar-Mata', ['danladi', 'kofar', 'mata']],
  ['Alh. Mohd. Ibraheem', ['ibrahim', 'muhamad']],
  ['ADA FOODS NIG. LTD.', ['ada']],
  ['A. B. Okafor', ['okafor']],
  ['ADA ADA OBI', ['ada', 'obi']],
  ['Chukwu', ['chukwu']],
  ['Oluwa', ['oluwa']],
])('%s has the distinctive words %j', (name, words) => {
  expect(nameWords(name)).toEqual(words)
})

test.each([
  '',
  '   ',
  'null',
  'N/A',
  'Mr',
  '0123456789',
  '**********',
  'LTD',
  '李明',
  'A B C',
  'NIP TRF FROM',
])('%j has no distinctive words', (name) => {
  expect(nameWords(name)).toEqual([])
})

test('words are sorted, each once, and of plain letters, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const words = nameWords(name)
      expect(words).toEqual([...new Set(words)].sort())
      for (const word of words) expect(word).toMatch(/^[a-z0-9]+$/)
    }),
  )
})
