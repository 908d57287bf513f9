import { expect, test } from 'vitest'
import { readSessionId } from './session-id.ts'

test.each([
  ['whole', '000013261103100000123456789012'],
  ['without the zeros that a spreadsheet took', '13261103100000123456789012'],
])('%s, it names the payment and the day it was sent', (_how, text) => {
  expect(readSessionId(text)).toEqual({ id: '000013261103100000123456789012', day: '2026-11-03' })
})

test.each([
  ['letters in it', '09FG261103100000123XTTGA'],
  ['a reference of the bank', '3373260214'],
  ['a day that is none', '000013263103100000123456789012'],
  ['an hour that is none', '000013261103240000123456789012'],
  ['zeros that cannot be of a bank', '99999261103100000123456789012'],
  ['its last digit lost, not its first', '00001326110310000012345678901'],
  ['more digits', '0000132611031000001234567890123'],
])('%s: nothing is concluded', (_what, text) => {
  expect(readSessionId(text)).toBeUndefined()
})
