import { expect, test } from 'vitest'
import { returnDestination } from './return-destination.ts'

const recorded = {
  accountNumber: null,
  accountMask: '******6789',
  name: 'ADA NGOZI OBI',
  bankCode: '000013',
  bankName: 'GTBank',
  named: null,
}
const claimed = { accountNumber: '0123456789', name: 'Ngozi Ada Obi', bankCode: '000013' }

test("money is returned to the number in the bank's record, not to the claimed one", () => {
  const known = { ...recorded, accountNumber: '1111111111', accountMask: null }
  expect(returnDestination(known, claimed)).toMatchObject({
    account_number: '1111111111',
    known_by: 'number',
  })
})

test('if the bank shows a part of the number, a matching claim with the same bank and name is used', () => {
  expect(returnDestination(recorded, claimed)).toMatchObject({
    account_number: '0123456789',
    known_by: 'mask',
  })
})

test.each([
  ['its last digits differ', { ...claimed, accountNumber: '0123456780' }],
  ['the bank differs', { ...claimed, bankCode: '000014' }],
  ['the name differs', { ...claimed, name: 'Emeka Okafor' }],
  ['only the surname agrees', { ...claimed, name: 'Emeka Obi' }],
  ['there is no name', { ...claimed, name: null }],
  ['there is no number', { ...claimed, accountNumber: null }],
])('nothing goes to a claimed number when %s', (_, claim) => {
  expect(() => returnDestination(recorded, claim)).toThrow(/no buy names a payer/)
})

test('a number without a bank is refused, and the bank name in the record is enough', () => {
  const known = { ...recorded, accountNumber: '1111111111', accountMask: null, bankCode: null }
  expect(returnDestination(known, undefined)).toMatchObject({ bank_code: null, bank_name: 'GTBank' })
  expect(() => returnDestination({ ...known, bankName: null }, undefined)).toThrow(/not its bank/)
})

test('without a payer, nothing is returned', () => {
  expect(() => returnDestination({ ...recorded, accountMask: null }, claimed)).toThrow(
    /does not show the payer/,
  )
  expect(() => returnDestination({ ...recorded, accountMask: '**********' }, claimed)).toThrow(
    /no buy names a payer/,
  )
})

test('if the bank hides the number, the account that the payer named is used, and the claim is not', () => {
  const named = {
    accountNumber: '0555555555',
    bankCode: '000014',
    bankName: 'Access',
    accountName: 'OBI ADA',
  }
  expect(returnDestination({ ...recorded, named }, claimed)).toEqual({
    account_number: '0555555555',
    bank_code: '000014',
    bank_name: 'Access',
    account_name: 'OBI ADA',
    known_by: 'payer',
  })
  const known = { ...recorded, accountNumber: '1111111111', accountMask: null, named }
  expect(returnDestination(known, claimed).account_number).toBe('1111111111')
})
