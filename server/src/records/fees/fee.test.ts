import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '../../kernel/money/money.ts'
import { feeOf } from './fee.ts'

const naira = (minor: bigint) => money('NGN', minor)
const none = { flatMinor: 0n, bps: 0, capMinor: null }

test('an empty plan has no fee', () => {
  expect(feeOf(none, naira(1_500_000n))).toEqual(naira(0n))
})

test('the flat amount and basis points add up to at most the cap', () => {
  const plan = { flatMinor: 5_000n, bps: 50, capMinor: 10_000n }
  expect(feeOf({ ...plan, capMinor: null }, naira(10_000_000n))).toEqual(naira(55_000n))
  expect(feeOf(plan, naira(10_000_000n))).toEqual(naira(10_000n))
})

test('a part of a kobo is rounded up', () => {
  expect(feeOf({ ...none, bps: 1 }, naira(1_500_001n))).toEqual(naira(151n))
})

test('a fee that leaves nothing is refused', () => {
  expect(() => feeOf({ ...none, flatMinor: 10_000n }, naira(10_000n))).toThrow('Send a larger amount')
})

test('a fee is never negative, and rounding costs the customer less than one kobo', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fc.integer({ min: 0, max: 9_000 }),
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      (amountMinor, bps, flatMinor) => {
        const exact10k = flatMinor * 10_000n + amountMinor * BigInt(bps)
        fc.pre(exact10k < (amountMinor - 1n) * 10_000n)
        const { minor } = feeOf({ flatMinor, bps, capMinor: null }, naira(amountMinor))
        expect(minor >= 0n && minor * 10_000n >= exact10k && minor * 10_000n - exact10k < 10_000n).toBe(true)
      },
    ),
  )
})
