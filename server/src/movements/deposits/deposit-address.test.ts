import { expect, test } from 'vitest'
import { depositSalt, formerDepositSalt, type SellNames, saltOfAddress } from './deposit-address.ts'

const sell: SellNames = {
  id: '01990000-0000-7000-8000-000000000001',
  businessId: '01990000-0000-7000-8000-00000000000b',
  mode: 'test',
  reference: 'sell-1',
}
const addressOf = (salt: string) => `address of ${salt}`

test('a sell that is missing from a restored database keeps its deposit address', () => {
  const again = { ...sell, id: '01990000-0000-7000-8000-000000000002' }
  expect(depositSalt(again)).toBe(depositSalt(sell))
  expect(depositSalt(sell)).toMatch(/^0x[0-9a-f]{64}$/)
})

test('no two sells share an address', () => {
  const others = [
    { ...sell, businessId: '01990000-0000-7000-8000-00000000000c' },
    { ...sell, mode: 'live' as const },
    { ...sell, reference: 'sell-2' },
  ]
  expect(new Set([sell, ...others].map(depositSalt)).size).toBe(4)
})

test('an address is swept with the salt it was made from, and a foreign address has no salt', () => {
  expect(saltOfAddress(addressOf, sell, addressOf(depositSalt(sell)))).toBe(depositSalt(sell))
  const former = formerDepositSalt(sell.id)
  expect(saltOfAddress(addressOf, sell, addressOf(former))).toBe(former)
  expect(saltOfAddress(addressOf, sell, addressOf(depositSalt({ ...sell, reference: 'x' })))).toBeUndefined()
})
