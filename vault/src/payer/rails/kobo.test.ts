import { expect, test } from 'vitest'
import { writeExactBody } from './exact-body.ts'
import { koboOf, koboOfNaira, nairaOfKobo } from './kobo.ts'
import { parseExact } from './parse-exact.ts'

test.each([
  ['15000', 1_500_000n],
  ['15000.5', 1_500_050n],
  ['15000.50', 1_500_050n],
  ['0.07', 7n],
  ['20.0000', 2_000n],
  ['9007199254740993.01', 900_719_925_474_099_301n],
])('%s naira is exactly %s kobo', (text, minor) => {
  expect(koboOfNaira(text)).toBe(minor)
})

test.each(['', '1e5', '-1', '0.001', '1,000', ' 1', null, 15000])('%s is no amount', (text) => {
  expect(koboOfNaira(text)).toBeUndefined()
  expect(koboOf(text)).toBeUndefined()
})

test('an amount is written and read as it is, however large', () => {
  const body = writeExactBody(nairaOfKobo(900_719_925_474_099_301n), { reference: 'af-1' })
  expect(body).toBe('{"amount":9007199254740993.01,"reference":"af-1"}')
  expect(parseExact(body)).toEqual({ amount: '9007199254740993.01', reference: 'af-1' })
})
