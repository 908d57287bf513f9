import { expect, test } from 'vitest'
import { codesOf, nigerianBanks } from './bank-directory.ts'

const { banks } = nigerianBanks

test('every bank has a key of its own: its NIP code, or its slug where none is known', () => {
  expect(banks.length).toBeGreaterThan(650)
  expect(banks.filter((bank) => bank.key !== (bank.nipCode ?? bank.slug))).toEqual([])
  expect(banks.filter((bank) => nigerianBanks.byKey(bank.key) !== bank)).toEqual([])
})

test('codes are texts of the shape of their family', () => {
  const misshapen = banks.filter(
    ({ nipCode = '000000', cbnCode = '000', paystackCodes = [] }) =>
      !/^[0-9]{6}$/.test(nipCode) ||
      !/^([0-9]{3}|[0-9]{5})$/.test(cbnCode) ||
      !paystackCodes.every((code) => /^[0-9A-Za-z]{2,10}$/.test(code)),
  )
  expect(misshapen).toEqual([])
})

test('for every NIP code it is known how well we know it', () => {
  expect(banks.filter((bank) => (bank.confidence === undefined) !== (bank.nipCode === undefined))).toEqual([])
})

test('a code names one bank, with one exception that is known', () => {
  const shared = new Set(banks.flatMap(codesOf).filter((code) => nigerianBanks.byCode(code).length > 1))
  expect([...shared]).toEqual(['50739'])
})

test('the brands of one destination are one bank', () => {
  expect(nigerianBanks.byCode('035A')).toEqual(nigerianBanks.byCode('035'))
  expect(nigerianBanks.byKey('000017')?.name).toBe('Wema Bank')
})
