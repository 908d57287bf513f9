import { expect, test } from 'vitest'
import { createBlockhashCache } from './terms.ts'

const terms = (blockhash: string, lastValidBlockHeight: string) => ({
  blockhash,
  lastValidBlockHeight,
  cuPrice: '10000',
})

test('if a node that lags answers, the newest known blockhash is used with the current price', () => {
  const book = createBlockhashCache(() => 0)
  book.note(terms('new', '1150'))
  expect(book.note({ ...terms('old', '1010'), cuPrice: '20000' })).toEqual({
    ...terms('new', '1150'),
    cuPrice: '20000',
  })
  expect(book.note(terms('newer', '1151'))).toEqual(terms('newer', '1151'))
})

test('a height that no other node confirms is forgotten after half a minute', () => {
  let now = 0
  const book = createBlockhashCache(() => now)
  book.note(terms('far', '999999'))
  now = 30_001
  expect(book.note(terms('true', '1200'))).toEqual(terms('true', '1200'))
})

test('a signed transaction contains a blockhash, and the cache knows its last valid height', () => {
  const book = createBlockhashCache(() => 0)
  book.note(terms('one', '1150'))
  expect(book.complete({ blockhash: 'one' })).toEqual({ blockhash: 'one', lastValidBlockHeight: '1150' })
  expect(book.complete({ blockhash: 'another' })).toEqual({ blockhash: 'another' })
})
