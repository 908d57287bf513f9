import { expect, test } from 'vitest'
import { createRandom } from '../fuzz/random.ts'
import { allowedEnds } from './allowed-ends.ts'
import { drawPurchases } from './draw-purchases.ts'
import { faultsOf } from './purchase.ts'

const shop = { uuid: '', businessId: '', linkTag: 'ada', key: '', ownAccount: '0000000003', feeBps: 0n }
const chains = { all: [{ network: 'Polygon', drawWallet: () => '0xaa' }] as never }

test('for any seed, two hundred customers cover every behaviour and every fault of a payment', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const drawn = drawPurchases(createRandom(seed, 1), 200, { shops: [shop], chains })
    expect(new Set(drawn.map(({ conduct }) => conduct))).toEqual(new Set(Object.keys(allowedEnds)))
    expect(new Set(drawn.flatMap(faultsOf)).size).toBe(23)
  }
})
