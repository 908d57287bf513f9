import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bank, nigerianBanks } from './bank-directory.ts'
import { checkDigit, checkDigitFits, isAccountNumber } from './nuban.ts'

test('the check digit is that of the standard for banks and for other institutions', () => {
  expect(checkDigit('011', '000001457')).toBe('9')
  expect(checkDigit('50547', '000021457')).toBe('9')
})

test('real account numbers pass the check, and sandbox numbers fail it', () => {
  expect(checkDigitFits(bankWithCode('101'), '9977581536')).toBe(true)
  expect(checkDigitFits(bankWithCode('101'), '9977904966')).toBe(true)
  expect(checkDigitFits(bankWithCode('035'), '9930000902')).toBe(true)
  expect(checkDigitFits(bankWithCode('044'), '0690000040')).toBe(false)
})

test('one wrong digit is detected', () => {
  const serial = fc.stringMatching(/^[0-9]{9}$/)
  fc.assert(
    fc.property(serial, fc.nat(9), fc.integer({ min: 1, max: 9 }), (serial, at, shift) => {
      const right = `${serial}${checkDigit('058', serial)}`
      const digit = (Number(right[at]) + shift) % 10
      const typed = `${right.slice(0, at)}${digit}${right.slice(at + 1)}`
      expect(checkDigitFits(bankWithCode('058'), right)).toBe(true)
      expect(checkDigitFits(bankWithCode('058'), typed)).toBe(false)
    }),
  )
})

test('wallets use phone numbers, so their last digit is not checked', () => {
  for (const code of ['100004', '100033', '120003', '120001', '120004']) {
    expect([code, checkDigitFits(bankWithCode(code), '8031234567')]).toEqual([code, undefined])
  }
})

test('a bank whose CBN code is not known has no check digit, and no other code is used instead', () => {
  const bank: Bank = { key: '070010', name: 'Abbey', slug: 'abbey', kind: 'mortgage_bank', nipCode: '070010' }
  expect(checkDigitFits(bank, '0000014579')).toBeUndefined()
  expect(checkDigit('070010', '000001457')).toBeUndefined()
})

test('an account number is ten plain digits', () => {
  expect(isAccountNumber('0000014579')).toBe(true)
  for (const text of [
    '',
    '14579',
    '00000145799',
    ' 0000014579',
    '0000014579\n',
    '000001457a',
    '００００014579',
    '1e9',
  ]) {
    expect([text, isAccountNumber(text)]).toEqual([text, false])
  }
})

function bankWithCode(code: string): Bank {
  const [bank] = nigerianBanks.byCode(code)
  if (bank === undefined) throw new Error(`no bank ${code}`)
  return bank
}
