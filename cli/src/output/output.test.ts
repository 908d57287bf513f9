import { expect, test } from 'vitest'
import { indentJson, parseExact } from './exact-json.ts'
import { maskKey, maskKeysIn } from './mask-key.ts'
import { printMoment } from './moment.ts'
import { printNaira, printTokens, readAmount } from './money.ts'
import { createPaint } from './paint.ts'
import { readSpan } from './read-span.ts'
import { printTable } from './table.ts'

test('amounts of any size are shown to the kobo, with thousands separators', () => {
  expect(printNaira('15000')).toBe('₦15,000.00')
  expect(printNaira('-1250.5')).toBe('-₦1,250.50')
  expect(printTokens('90071992547409931.07')).toBe('90,071,992,547,409,931.07 NGNC')
})

test('an amount may be typed in common formats', () => {
  expect(readAmount('₦15,000.50')).toBe('15000.50')
  expect(readAmount('15 000')).toBe('15000')
  expect(readAmount('15k')).toBeUndefined()
  expect(readAmount('1.505')).toBeUndefined()
})

test('numbers of the API never pass through a float', () => {
  const text = '{"amount":90071992547409931.07,"fee":0.10,"list":[1.0]}'
  expect(parseExact(text)).toEqual({ amount: '90071992547409931.07', fee: '0.10', list: ['1.0'] })
  expect(indentJson(text).replaceAll(/\s/g, '')).toBe(text)
})

test('times are local, with their age', () => {
  const style = { now: new Date('2026-11-16T09:32:02Z'), timeZone: 'Africa/Lagos' }
  expect(printMoment('2026-11-16T09:30:02Z', style)).toBe('16 Nov, 10:30:02 (2 min ago)')
  expect(printMoment('2026-11-17T09:33:02Z', style)).toBe('17 Nov, 10:33:02 (in 24 h)')
})

test('durations are read in common formats', () => {
  expect(readSpan('25h')).toBe(90_000)
  expect(readSpan('2d 4h')).toBe(187_200)
  expect(readSpan('90 min')).toBe(5400)
  expect(readSpan('soon')).toBeUndefined()
  expect(readSpan('1h or so')).toBeUndefined()
})

test('a key is never shown in full', () => {
  const key = `svc_test_dev_${'A'.repeat(44)}_abc123`
  expect(maskKey(key)).toBe('svc_test_dev_…c123')
  expect(maskKeysIn(`refused: ${key}.`)).toBe('refused: svc_test_dev_…c123.')
  expect(maskKey('anything else')).toBe('…')
})

test('a table is aligned, and text of others cannot break it', () => {
  const lines = printTable(
    [{ title: 'bank' }, { title: 'amount', isRight: true }],
    [
      ['GTBank\u001B[2J', '1.00'],
      ['Kuda', '25,000.00'],
    ],
    createPaint(false, {}),
  )
  expect(lines).toEqual([
    'bank                amount',
    'GTBank\\u{1b}[2J       1.00',
    'Kuda             25,000.00',
  ])
})

test('colour is only for terminals, and NO_COLOR turns it off', () => {
  expect(createPaint(true, {})('x', 'red')).toBe('\u001B[31mx\u001B[0m')
  expect(createPaint(true, { NO_COLOR: '1' })('x', 'red')).toBe('x')
  expect(createPaint(false, {})('x', 'red')).toBe('x')
})
