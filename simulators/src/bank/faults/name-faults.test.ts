import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADA, createPayoutsUnderTest, type PayoutsUnderTest } from '../../../test/payouts-under-test.ts'

let bank: PayoutsUnderTest
beforeEach(async () => {
  bank = await createPayoutsUnderTest()
  await bank.admin('PUT', `/beneficiaries/${ADA.bank}/${ADA.number}`, { name: 'OKAFOR ADA GRACE' })
})
afterEach(async () => bank.close())

const resolve = async () =>
  bank.paystack('GET', `/bank/resolve?account_number=${ADA.number}&bank_code=${ADA.code}`)
const validate = async () =>
  bank.monnify(
    'GET',
    `/api/v1/disbursements/account/validate?accountNumber=${ADA.number}&bankCode=${ADA.code}`,
  )
const nameOf = async () => (await resolve()).json().data?.account_name

test('name_not_found: at both vendors, each with its own message', async () => {
  await bank.fault('name_not_found')
  expect([(await resolve()).status, (await validate()).status]).toEqual([422, 404])
})

test('name_unavailable: the bank does not answer, which says nothing about the account', async () => {
  await bank.fault('name_unavailable')
  const { status, json } = await resolve()
  expect([status, json().type]).toEqual([503, 'processor_error'])
  expect((await validate()).status).toBe(503)
})

test('name_other: another person, the same each time', async () => {
  await bank.fault('name_other')
  const name = await nameOf()
  expect(name).not.toBe('OKAFOR ADA GRACE')
  expect(await nameOf()).toBe(name)
})

test('name_changed: the right name first, and another in later enquiries', async () => {
  await bank.fault('name_changed')
  expect(await nameOf()).toBe('OKAFOR ADA GRACE')
  expect(await nameOf()).not.toBe('OKAFOR ADA GRACE')
})

test.each([
  ['name_truncated', 'OKAFOR ADA G'],
  ['name_reordered', 'GRACE ADA OKAFOR'],
  ['name_spaced', 'okafor  ada  grace '],
])('%s: the same person, written differently', async (fault, name) => {
  await bank.fault(fault)
  expect(await nameOf()).toBe(name)
})

test('a fault of names can be limited to one account', async () => {
  await bank.fault('name_other', { number: '0123456780' })
  expect(await nameOf()).toBe('OKAFOR ADA GRACE')
  await bank.fault('name_other', { number: ADA.number })
  expect(await nameOf()).not.toBe('OKAFOR ADA GRACE')
})
