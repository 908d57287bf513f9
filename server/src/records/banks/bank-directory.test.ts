import { expect, test } from 'vitest'
import { codesOf, nigerianBanks } from './bank-directory.ts'

const { banks } = nigerianBanks

test('every bank has a unique key: its NIP code, or its slug if none is known', () => {
  expect(banks.length).toBeGreaterThan(650)
  expect(banks.filter((bank) => bank.key !== (bank.nipCode ?? bank.slug))).toEqual([])
  expect(banks.filter((bank) => nigerianBanks.byKey(bank.key) !== bank)).toEqual([])
})

test('codes are strings in the format of their family', () => {
  const misshapen = banks.filter(
    ({ nipCode = '000000', cbnCode = '000', paystackCodes = [] }) =>
      !/^[0-9]{6}$/.test(nipCode) ||
      !/^([0-9]{3}|[0-9]{5})$/.test(cbnCode) ||
      !paystackCodes.every((code) => /^[0-9A-Za-z]{2,10}$/.test(code)),
  )
  expect(misshapen).toEqual([])
})

test('every NIP code has a confidence', () => {
  expect(banks.filter((bank) => (bank.confidence === undefined) !== (bank.nipCode === undefined))).toEqual([])
})

test('a code names one bank, with one known exception', () => {
  const shared = new Set(banks.flatMap(codesOf).filter((code) => nigerianBanks.byCode(code).length > 1))
  expect([...shared]).toEqual(['50739'])
})

test('the brands of one destination are one bank', () => {
  expect(nigerianBanks.byCode('035A')).toEqual(nigerianBanks.byCode('035'))
  expect(nigerianBanks.byKey('000017')?.name).toBe('Wema Bank')
})
