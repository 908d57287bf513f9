import { usualNetworks } from '../chains/live-network.ts'
import { createRandom } from '../fuzz/random.ts'
import { drawPurchases } from './draw-purchases.ts'
import type { Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

/** Draws payers who pay the exact amount into accounts with a list, so that the bank reports every credit again on request. */
export function drawPlain(seed: number, count: number, { shops, chains }: Stage): Purchase[] {
  const all = chains.all.filter(({ network }) => usualNetworks.includes(network))
  return drawPurchases(createRandom(seed, 1), count, { shops, chains: { all } }).map((purchase, number) => ({
    ...purchase,
    account: purchase.shop.ownAccount,
    conduct: 'pays',
    faults: [],
    wallet: purchase.wallet ?? {
      network: 'Polygon',
      address: `0x${(BigInt(seed) * 1_000_003n + BigInt(number) + (1n << 159n)).toString(16).padStart(40, '0')}`,
    },
  }))
}
