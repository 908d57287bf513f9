import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanFields } from './scan-fields.ts'

test('whatever the object, each of its own names is counted once and each of its own numbers kept', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
      fc.constantFrom(0, 1, 4),
      (object, indent) => {
        const text = JSON.stringify(object, undefined, indent)
        const { names, numbers } = scanFields(text)
        const read = JSON.parse(text) as Record<string, unknown>
        expect(names).toBe(Object.keys(read).length)
        const own = Object.entries(read).filter(([, value]) => typeof value === 'number')
        expect(new Map([...numbers].map(([name, digits]) => [name, JSON.parse(digits) as number]))).toEqual(
          new Map(own),
        )
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['{"a\\\\":1,"b":"\\\\\\"","c":2}', 3, { 'a\\': '1', c: '2' }],
  ['{"a":"x:1,\\"b\\":2","b":\t-0.10 }', 2, { b: '-0.10' }],
  ['{"a":[{"b":1}],"c":{"d":2},"e":1e5}', 3, { e: '1e5' }],
  ['{}', 0, {}],
])('%s', (text, names, numbers) => {
  expect(scanFields(text)).toEqual({ names, numbers: new Map(Object.entries(numbers)) })
})
