import { expect, test } from 'vitest'
import { parseJsonText } from '../vendor-json.ts'
import { keepRaw } from './keep-raw.ts'

test('numbers stay as the vendor wrote them, digit by digit', () => {
  const text = '{"a":50000.37,"b":955.0,"c":12345678901234567890,"d":1e400000,"e":-0.1,"f":[0,null,true,"x"]}'
  expect(JSON.stringify(keepRaw(parseJsonText(text)))).toBe(
    '{"a":50000.37,"b":"955.0","c":"12345678901234567890","d":"1e400000","e":-0.1,"f":[0,null,true,"x"]}',
  )
})

test('what PostgreSQL cannot keep is replaced, in names of fields too', () => {
  const kept = keepRaw(parseJsonText('{"a\\u0000":"b\\u0000c \\ud800"}'))
  expect(kept).toEqual({ 'a\uFFFD': 'b\uFFFDc \uFFFD' })
})
