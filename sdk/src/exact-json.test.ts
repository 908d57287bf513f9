import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseByQuoting, parseExact } from './exact-json.ts'

const parsers = [
  ['the text of numbers', parseExact],
  ['quotes', parseByQuoting],
] as const

test.each(parsers)('an amount that no float can hold survives, by %s', (_, parse) => {
  expect(parse('{"amount":90071992547409931.07,"fee":0.10,"list":[1.50],"of":{"USD":1e2}}')).toEqual({
    amount: '90071992547409931.07',
    fee: '0.10',
    list: ['1.50'],
    of: { USD: '1e2' },
  })
})

test.each(parsers)('a position in the feed stays a number, by %s', (_, parse) => {
  expect(parse('{"number":1284,"sequence":5,"next_after":null}')).toEqual({
    number: 1284,
    sequence: 5,
    next_after: null,
  })
})

test.each(parsers)('a count of each kind stays a number, by %s', (_, parse) => {
  expect(parse('{"still_open":{"buy.part_paid":1,"sell.on_hold":20},"fee":1}')).toEqual({
    still_open: { 'buy.part_paid': 1, 'sell.on_hold': 20 },
    fee: '1',
  })
})

test.each(parsers)('text with digits, quotes and escapes stays unchanged, by %s', (_, parse) => {
  const value = { 'a "1" \\': '12 \\" 3.4 \n', '5': ['-6', '\\'] }
  expect(parse(JSON.stringify(value))).toEqual(value)
})

test('both parsers return the same for any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseByQuoting(text)).toEqual(parseExact(text))
    }),
  )
})

test.each(parsers)('text that is not JSON is refused, by %s', (_, parse) => {
  for (const text of ['', '{"a":01}', '{"a":1,}', '1 2', '{a:1}', '.5'])
    expect(() => parse(text)).toThrow(SyntaxError)
})
