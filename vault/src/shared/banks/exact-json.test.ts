import fc from 'fast-check'
import { expect, test } from 'vitest'
import { koboOf, koboOfNaira, nairaOfKobo, parseExact, writeExactBody } from './exact-json.ts'

/** Returns the expected result: a reviver of JSON.parse replaces every number with its source text. */
function bySource(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: Readonly<{ source?: string }>) =>
    typeof value === 'number' ? context?.source : value,
  )
}

test.each([
  '{"amount":9007199254740993.01,"fee":0,"at":-1.50e+2}',
  '[1,-0,0.10,[2],{"a":[3]}]',
  '"1"',
  '12',
  ' {"1": "2\\"3\\\\", "\\\\": 4, "n": null, "t": true } ',
])('of %s every number is the text that was written', (text) => {
  expect(parseExact(text)).toEqual(bySource(text))
})

test('every number in any JSON becomes its source text, and nothing else changes', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (json, spaces) => {
      const text = JSON.stringify(JSON.parse(json), null, spaces)
      expect(parseExact(text)).toEqual(bySource(text))
    }),
    { numRuns: 100 },
  )
})

test.each(['', '{1:2}', '{"a":01}', '[1 2]', '{"a":1', '"a', '<html>12</html>', '1.2.3'])(
  '%s is not JSON and is refused',
  (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError)
  },
)

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

test('an amount of any size is written and read exactly', () => {
  const body = writeExactBody(nairaOfKobo(900_719_925_474_099_301n), { reference: 'af-1' })
  expect(body).toBe('{"amount":9007199254740993.01,"reference":"af-1"}')
  expect(parseExact(body)).toEqual({ amount: '9007199254740993.01', reference: 'af-1' })
})
