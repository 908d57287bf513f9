import { expect, test } from 'vitest'
import { listedAccounts, requireHonoured, requirePaidAccount, type VendorAccount } from './vendor-account.ts'

const shared: VendorAccount = {
  id: '1',
  mode: 'live',
  businessId: null,
  name: 'Afara Collections',
  accountNumber: '0123456789',
  bankCode: '000023',
  bankName: 'Providus Bank',
  state: 'active',
}
const dedicated = { ...shared, id: '2', businessId: 'ada', accountNumber: '0123456780' }
const sandbox = {
  ...shared,
  id: '3',
  mode: 'test',
  name: 'TEST ONLY',
  bankCode: 'test-bank',
  bankName: 'TEST BANK',
} as const

test('a business without its own account sees the shared ones', () => {
  expect(listedAccounts([shared, sandbox], 'live')).toEqual([shared])
  expect(listedAccounts([shared, sandbox], 'test')).toEqual([sandbox])
})

test('a business with its own account sees only that one', () => {
  expect(listedAccounts([shared, dedicated], 'live')).toEqual([dedicated])
})

test('a business whose own account no longer accepts payments sees the shared ones', () => {
  for (const state of ['draining', 'frozen', 'closed'] as const) {
    expect(listedAccounts([shared, { ...dedicated, state }], 'live')).toEqual([shared])
  }
})

test('the account that was paid is the one whose name, number and bank were given', () => {
  const claimed = { name: 'afara  COLLECTIONS ', accountNumber: '0123456789', bankName: 'providus bank' }
  expect(requirePaidAccount([dedicated, shared], 'live', claimed)).toBe(shared)
})

test('a payment into a frozen or closed account still belongs to that account', () => {
  for (const state of ['draining', 'frozen', 'closed'] as const) {
    expect(requirePaidAccount([{ ...shared, state }], 'live', shared).id).toBe('1')
  }
})

test('a draining account still accepts payments; a frozen or closed one does not', () => {
  expect(() => requireHonoured({ ...shared, state: 'draining' })).not.toThrow()
  for (const state of ['frozen', 'closed'] as const) {
    expect(() => requireHonoured({ ...shared, state })).toThrow(
      expect.objectContaining({ code: 'unknown_vendor' }),
    )
  }
})

test('one wrong field matches no account', () => {
  for (const wrong of [{ name: 'Afara' }, { accountNumber: '0123456781' }, { bankName: 'Wema Bank' }]) {
    expect(() => requirePaidAccount([shared, dedicated], 'live', { ...shared, ...wrong })).toThrow(
      expect.objectContaining({ code: 'unknown_vendor' }),
    )
  }
})

test('a live key that names a test account is told so', () => {
  expect(() => requirePaidAccount([shared, sandbox], 'live', sandbox)).toThrow(
    expect.objectContaining({ code: 'test_vendor_with_live_key' }),
  )
})
