import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNaira } from './printed-fields.ts'

test.each([
  ['50,000.37', 5_000_037n],
  ['50000.37', 5_000_037n],
  ['50000.5', 5_000_050n],
  ['50,000', 5_000_000n],
  ['N50,000.00', 5_000_000n],
  ['NGN 1,234,567.89', 123_456_789n],
  ['₦50.00', 5_000n],
  ['(50.00)', -5_000n],
  ['-50.00', -5_000n],
  ['N-50.00', -5_000n],
  ['50,000.00CR', 5_000_000n],
  ['50,000.00 DR', -5_000_000n],
  ['\u00a050,000.00\u200b', 5_000_000n],
  ['0.00', 0n],
])('%s is read as kobo', (text, minor) => {
  expect(readNaira(text)).toBe(minor)
})

test.each(['', ' ', '-', '--', '\u200b'])('"%s" is an empty amount', (text) => {
  expect(readNaira(text)).toBe('nothing')
})

test.each([
  '50.000,00',
  '5,0000.00',
  '50,00.00',
  '1.005',
  '50000.370000001',
  '5E+10',
  '(50.00',
  '50.00)',
  '(50.00)DR',
  '-50.00DR',
  '$50.00',
  '٥٠',
  '1 2x',
  '9'.repeat(20),
])('%s could mean two amounts or none, so it is unreadable', (text) => {
  expect(readNaira(text)).toBe('unreadable')
})

test('every printed amount is read back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (minor) => {
      const naira = (minor / 100n).toLocaleString('en-NG')
      expect(readNaira(`₦${naira}.${String(minor % 100n).padStart(2, '0')}`)).toBe(minor)
    }),
  )
})
