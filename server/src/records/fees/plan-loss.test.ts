import { expect, test } from 'vitest'
import { money } from '../../kernel/money/money.ts'
import { buyBounds } from '../limits/transaction-bounds.ts'
import type { FeePlan } from './fee.ts'
import { findLosses, lossOf, type RailCost } from './plan-loss.ts'

const kora: RailCost = { vendor: 'kora', millionths: 10_750n, fixedMinor: 0n, mostMinor: 215_000n }
const free: RailCost = { vendor: 'free', millionths: 0n, fixedMinor: 0n, mostMinor: 0n }
const plan = (flatMinor: bigint, bps: number, capMinor: bigint | null = null): FeePlan => ({
  flatMinor,
  bps,
  capMinor,
})

test.each<[string, FeePlan, bigint[]]>([
  ['half a percent never earns what one percent costs', plan(0n, 50), [115_000n]],
  ['a flat fee of the most that the vendor takes loses nothing', plan(215_000n, 0), []],
  ['a flat fee one kobo below it loses a kobo', plan(214_999n, 0), [1n]],
  ['a little more than the share of the vendor loses nothing', plan(0n, 108), []],
  ['a cap below the cap of the vendor', plan(0n, 200, 200_000n), [15_000n]],
  ['no fee', plan(0n, 0), [215_000n]],
])('%s', (_, feePlan, losses) => {
  expect(findLosses(feePlan, [free, kora], buyBounds).map(lossOf)).toEqual(losses)
})

test('no other amount loses more than the one that is named, but for a kobo of rounding', () => {
  const costs: RailCost[] = [0n, 2n, 12n].flatMap((fixedMinor) =>
    [0n, 9_999n, 15_000n].map((millionths) => ({ vendor: 'any', millionths, fixedMinor, mostMinor: 25n })),
  )
  const plans = [plan(0n, 0), plan(1n, 99), plan(10n, 10, 12n), plan(0n, 150, 22n), plan(26n, 1)]
  const lossesOf = (feePlan: FeePlan, cost: RailCost, from: bigint, to: bigint): bigint => {
    const only = { minimum: money('NGN', from), maximum: money('NGN', to) }
    return findLosses(feePlan, [cost], only).map(lossOf)[0] ?? 0n
  }
  for (const feePlan of plans)
    for (const cost of costs) {
      let most = 0n
      for (let amount = 100n; amount <= 2_500n; amount += 1n) {
        const loss = lossesOf(feePlan, cost, amount, amount)
        if (loss > most) most = loss
      }
      expect(most - lossesOf(feePlan, cost, 100n, 2_500n)).toBeLessThanOrEqual(1n)
    }
})
