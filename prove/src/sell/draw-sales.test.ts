import { expect, test } from 'vitest'
import { createRandom } from '../fuzz/random.ts'
import { drawSales } from './draw-sales.ts'
import { saleFaults } from './sale.ts'

const shop = { uuid: '', businessId: '', linkTag: 'ada', key: '', ownAccount: '', feeBps: 0n }
const chains = { all: [{ network: 'Polygon' }, { network: 'Avalanche' }] as never }

test('for any seed, the shortest run has customers who deposit in parts and customers who deposit too much', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const drawn = drawSales(createRandom(seed, 1), 30, { shops: [shop], chains }, false)
    const conducts = new Set(drawn.map(({ conduct }) => conduct))
    expect(conducts.has('tops_up') || conducts.has('tops_up_too_much')).toBe(true)
    expect(conducts.has('sends_too_much') || conducts.has('tops_up_too_much')).toBe(true)
  }
})

test('a large run assigns every fault of a single customer, and a short one none', () => {
  const faults = (count: number, withFaults: boolean) =>
    new Set(
      drawSales(createRandom(1, 1), count, { shops: [shop], chains }, withFaults).map(({ fault }) => fault),
    )
  expect(faults(100, true)).toEqual(new Set([null, ...saleFaults]))
  expect(faults(100, false)).toEqual(new Set([null]))
})
