import { expect, test } from 'vitest'
import { fitsMask } from '../../movements/feeds/bank-line.ts'
import { readPayer } from './read-payer.ts'

test('all known values are returned, with the bank under our own key', () => {
  expect(
    readPayer({
      number: '0123456789',
      name: ' OKAFOR  ADA ',
      bankCode: '058',
      bankName: 'GUARANTY TRUST BANK',
    }),
  ).toEqual({
    accountNumber: '0123456789',
    name: 'OKAFOR ADA',
    bankCode: '000013',
    bankName: 'GUARANTY TRUST BANK',
  })
})

test.each(['', ' ', 'null', 'NULL', 'undefined', 'N/A', '-', '--'])('%j means no payer', (nothing) => {
  expect(readPayer({ number: nothing, name: nothing, bankCode: nothing, bankName: nothing })).toEqual({})
})

test.each([
  ['XXXXXX0011', '******0011'],
  ['XXXXXXX553', '*******553'],
  ['******6789', '******6789'],
  ['****6789', '******6789'],
  ['012****789', '012****789'],
])('%s shows %s', (number, accountMask) => {
  expect(readPayer({ number })).toEqual({ accountMask })
})

test.each([
  '123*******90',
  '**********',
  'XXXX',
  '12345',
  '01234567890',
  '0000000000',
  'OKAFOR',
  '٠١٢٣٤٥٦٧٨٩',
])('%s is not a usable mask', (number) => {
  expect(readPayer({ number })).toEqual({})
})

test('a code and a name of different banks give no bank, and the name is kept', () => {
  expect(readPayer({ bankCode: '058', bankName: 'Zenith Bank' })).toEqual({ bankName: 'Zenith Bank' })
  expect(readPayer({ bankCode: '701', bankName: 'Zenith Bank' })).toMatchObject({ bankCode: '000015' })
  expect(readPayer({ bankName: 'Bank of the Moon' })).toEqual({ bankName: 'Bank of the Moon' })
})

test('an account number is compared with a mask digit by digit', () => {
  expect(fitsMask('0123456789', '******6789')).toBe(true)
  expect(fitsMask('0123456780', '******6789')).toBe(false)
  expect(fitsMask('123456789', '******6789')).toBe(false)
})
