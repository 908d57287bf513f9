import { expect, test } from 'vitest'
import { readCsv } from './csv-table.ts'

test('cells may contain commas, quotes and line breaks, and rows have the number of their first line', () => {
  expect(readCsv('a,"b, ""c""\nd",\r\n\r\ne\n')).toEqual([
    { line: 1, cells: ['a', 'b, "c"\nd', ''] },
    { line: 3, cells: [''] },
    { line: 4, cells: ['e'] },
  ])
})

test.each([
  ['a quote in the middle of a cell', 'a,b"c\n'],
  ['an unclosed quote', 'a,"b\nc\n'],
  ['text after a closed quote', '"a"b,c\n'],
  ['a carriage return inside a line', 'a\rb\n'],
  ['a last line without a line end', 'a,b\nc'],
  ['an empty file', ''],
])('%s is refused', (_what, text) => {
  expect(() => readCsv(text)).toThrow(expect.objectContaining({ code: 'statement_unreadable' }))
})
