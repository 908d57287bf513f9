import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberText, parseExactJson, scanFields } from './exact-json.ts'

const read = (text: string) => parseExactJson(Buffer.from(text))

test.each(['15000', '15000.00', '0.1', '-0', '1e5', '9007199254740993', '123456789012345678901234.56'])(
  'the number %s is kept exactly as written',
  (written) => {
    expect(numberText(read(`{ "type": "buy_ramp", "amount":${written} , "n": null }`), 'amount')).toBe(
      written,
    )
  },
)

test('the text of a number is kept only for fields of the outer object', () => {
  const body = read(
    '{"amount":"15000","nested":{"amount":1},"list":[2,{"amount":3}],"ok":true,"colon":"a\\":5"}',
  )
  expect(numberText(body, 'amount')).toBeUndefined()
  expect(numberText(body, 'nested')).toBeUndefined()
  expect(numberText(body, 'list')).toBeUndefined()
  expect(numberText(body, 'ok')).toBeUndefined()
  expect(numberText(body, 'colon')).toBeUndefined()
})

describe('an ambiguous body is refused', () => {
  test.each([
    ['{"amount":15000,"amount":20000}', '"amount" twice'],
    ['{"amount":15000,"\\u0061mount":20000}', '"amount" twice'],
    ['{"amount":15000,"x":{"y":1},"amount":1}', 'twice'],
    ['[1]', 'object'],
    ['15000', 'object'],
    ['null', 'object'],
    ['', 'not valid JSON'],
    ['{"amount":15000', 'not valid JSON'],
    ['{"amount":15_000}', 'not valid JSON'],
    ['{"amount":NaN}', 'not valid JSON'],
    ['{"amount":+5}', 'not valid JSON'],
    ['{"amount":0x10}', 'not valid JSON'],
  ])('%s', (text, because) => {
    expect(() => read(text)).toThrow(because)
  })

  test('bytes that are not UTF-8', () => {
    expect(() => parseExactJson(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow('UTF-8')
  })
})

test('the same field inside different objects is fine', () => {
  expect(read('{"a":{"x":1,"y":2},"b":{"x":1}}')).toEqual({ a: { x: 1, y: 2 }, b: { x: 1 } })
})

test('a field called __proto__ is a normal field and changes nothing', () => {
  const body = read('{"__proto__":{"admin":true}}')
  expect(Object.keys(body)).toEqual(['__proto__'])
  expect((body as { admin?: boolean }).admin).toBeUndefined()
})

test('for any object, each of its own names is counted once and each of its own numbers kept', () => {
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
  expect(scanFields(text)).toMatchObject({ names, numbers: new Map(Object.entries(numbers)) })
})

test('an object with more than a hundred fields is refused, at any depth', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `"f${at}":${at}`).join(',')
  read(`{${fields(100)}}`)
  expect(() => read(`{${fields(101)}}`)).toThrow('more than 100 fields')
  read(`{"rows":[{${fields(60)}},{${fields(60)}}]}`)
  expect(() => read(`{"rows":[{"a":{${fields(101)}}}]}`)).toThrow('more than 100 fields')
})

test('a large body of very many small values is refused before it is parsed', () => {
  const rows = (count: number) =>
    `{"rows":[${Array.from({ length: count }, () => '{"a":"b", "c": 1}').join(',')}]}`
  read(rows(10_000))
  expect(() => read(rows(20_001))).toThrow('more than 20000 objects')
  expect(() => read(`{"rows":[${'1,'.repeat(200_001)}1]}`)).toThrow('200000 values')
})
