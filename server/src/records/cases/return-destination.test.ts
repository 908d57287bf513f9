import { expect, test } from 'vitest'
import { returnDestination } from './return-destination.ts'

const recorded = {
  accountNumber: null,
  accountMask: '******6789',
  name: 'ADA NGOZI OBI',
  bankCode: '000013',
  bankName: 'GTBank',
}
const claimed = { accountNumber: '0123456789', name: 'Ngozi Ada Obi', bankCode: '000013' }

test("money goes back to the number in the bank's record, whatever is claimed", () => {
  const known = { ...recorded, accountNumber: '1111111111', accountMask: null }
  expect(returnDestination(known, claimed)).toMatchObject({
    account_number: '1111111111',
    known_by: 'number',
  })
})

test('where the bank shows a part, a claimed number that fits it, at the same bank, in the same name will do', () => {
  expect(returnDestination(recorded, claimed)).toMatchObject({
    account_number: '0123456789',
    known_by: 'mask',
  })
})

test.each([
  ['its end differs', { ...claimed, accountNumber: '0123456780' }],
  ['the bank differs', { ...claimed, bankCode: '000014' }],
  ['the name differs', { ...claimed, name: 'Emeka Okafor' }],
  ['only the surname agrees', { ...claimed, name: 'Emeka Obi' }],
  ['there is no name', { ...claimed, name: null }],
  ['there is no number', { ...claimed, accountNumber: null }],
])('nothing goes to a claimed number when %s', (_, claim) => {
  expect(() => returnDestination(recorded, claim)).toThrow(/no buy matches/)
})

test('a number without its bank is nowhere to send money to, and the bank as its record names it will do', () => {
  const known = { ...recorded, accountNumber: '1111111111', accountMask: null, bankCode: null }
  expect(returnDestination(known, undefined)).toMatchObject({ bank_code: null, bank_name: 'GTBank' })
  expect(() => returnDestination({ ...known, bankName: null }, undefined)).toThrow(/not its bank/)
})

test('nothing goes back to nobody', () => {
  expect(() => returnDestination({ ...recorded, accountMask: null }, claimed)).toThrow(
    /does not show the payer/,
  )
  expect(() => returnDestination({ ...recorded, accountMask: '**********' }, claimed)).toThrow(
    /no buy matches/,
  )
})
