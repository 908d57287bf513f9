import type { Stage } from '../buy/stage.ts'
import type { TruePayout } from '../credits/payout-truth.ts'
import { countKobo } from './count-kobo.ts'
import { judgeSales, type SalesVerdict } from './judge-sales.ts'
import type { Market } from './market.ts'
import { readSells, type SellRecord } from './read-sells.ts'

export type WeighedSales = Readonly<{
  verdict: SalesVerdict
  kobo: ReturnType<typeof countKobo>
  record: SellRecord
  payouts: readonly TruePayout[]
}>

/** All four witnesses, as they stand now. */
export async function weighSales({ desk, owner, chains }: Stage, market: Market): Promise<WeighedSales> {
  const { sales, customers, addresses, givenMinor } = market
  const payouts = await desk.payoutTruth()
  const balances = await desk.payoutBalances()
  const ours = new Set(addresses.values())
  const lanes = new Set(chains.all.flatMap((chain) => chain.lanes))
  const transfers = await chains.transfers()
  const came = transfers.filter(({ to }) => ours.has(to))
  // A node may not say whose account it was that a sweep has closed.
  const swept = transfers.filter(({ from, to }) => lanes.has(to) && (from === '' || ours.has(from)))
  const record = await readSells(owner)
  return {
    verdict: judgeSales(sales, customers.notes(), addresses, record.sells, payouts, came),
    kobo: countKobo(payouts, balances, { came, swept }, record, givenMinor),
    record,
    payouts,
  }
}
