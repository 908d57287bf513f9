import { expect, test } from 'vitest'
import { createBlockhashCache } from './terms.ts'

const terms = (blockhash: string, lastValidBlockHeight: string) => ({
  blockhash,
  lastValidBlockHeight,
  cuPrice: '10000',
})

test('a node that lags is not believed: the newest blockhash is signed with, for the price of now', () => {
  const book = createBlockhashCache(() => 0)
  book.note(terms('new', '1150'))
  expect(book.note({ ...terms('old', '1010'), cuPrice: '20000' })).toEqual({
    ...terms('new', '1150'),
    cuPrice: '20000',
  })
  expect(book.note(terms('newer', '1151'))).toEqual(terms('newer', '1151'))
})

test('a height that nobody confirms is forgotten after half a minute', () => {
  let now = 0
  const book = createBlockhashCache(() => now)
  book.note(terms('far', '999999'))
  now = 30_001
  expect(book.note(terms('true', '1200'))).toEqual(terms('true', '1200'))
})

test('bytes say a blockhash, and the book until when it is good', () => {
  const book = createBlockhashCache(() => 0)
  book.note(terms('one', '1150'))
  expect(book.complete({ blockhash: 'one' })).toEqual({ blockhash: 'one', lastValidBlockHeight: '1150' })
  expect(book.complete({ blockhash: 'another' })).toEqual({ blockhash: 'another' })
})
