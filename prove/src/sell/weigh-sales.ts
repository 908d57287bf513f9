import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { describeStray } from '../buy/read-record.ts'
import type { Stage } from '../buy/stage.ts'
import { minorOf, type Sent } from '../chains/sent.ts'
import { readFreezes } from '../read-freezes.ts'
import { countKobo } from './count-kobo.ts'
import { judgeSales, type SalesVerdict } from './judge-sales.ts'
import type { Market } from './market.ts'
import { readSells, type SellRecord } from './read-sells.ts'
import type { Sale } from './sale.ts'

export type WeighedSales = Readonly<{
  verdict: SalesVerdict
  kobo: ReturnType<typeof countKobo>
  record: SellRecord
  payouts: readonly TruePayout[]
  freezes: readonly string[]
  /** Open cases that are about no transaction. */
  strayCases: readonly string[]
}>

/** Compares all four sources at this time. */
export async function weighSales({ desk, owner, chains }: Stage, market: Market): Promise<WeighedSales> {
  const { sales, customers, addresses, given } = market
  const payouts = await desk.payoutTruth()
  const balances = await desk.payoutBalances()
  const ours = new Set(addresses.values())
  const lanes = new Set(chains.all.flatMap((chain) => chain.lanes))
  const transfers = await chains.transfers()
  const came = transfers.filter(({ to }) => ours.has(to))
  // A node may not show the owner of an account that a sweep has closed.
  const swept = transfers.filter(({ from, to }) => lanes.has(to) && (from === '' || ours.has(from)))
  const record = await readSells(owner)
  return {
    verdict: judgeSales(sales, customers.notes(), addresses, record.sells, payouts, came),
    kobo: countKobo(payouts, balances, { came, swept }, record, given, tokensOfShops(market, record, came)),
    record,
    payouts,
    freezes: await readFreezes(owner),
    strayCases: describeStray(record.openCases),
  }
}

/** Returns the balance of each shop according to the ledger, and according to what its own customers sold from it and sent to it. */
export function tokensOfShops(
  { sales, addresses, given }: Pick<Market, 'sales' | 'addresses' | 'given'>,
  { sells, balances }: Pick<SellRecord, 'sells' | 'balances'>,
  came: readonly Sent[],
): ReadonlyArray<readonly [string, bigint, bigint]> {
  const recorded = new Map(sells.map((sell) => [`${sell.shop} ${sell.reference}`, sell]))
  const byAddress = Map.groupBy(came, ({ to }) => to)
  const leftOver = (sale: Sale): bigint => {
    const sell = recorded.get(`${sale.shop.linkTag} ${sale.reference}`)
    if (sell === undefined) return 0n
    const address = addresses.get(sale.reference)
    const sent = address === undefined ? [] : (byAddress.get(address) ?? [])
    const brought = sent.reduce((total, one) => total + minorOf(one), 0n)
    const sold = sell.status === 'completed' ? sale.amountMinor : sell.heldMinor
    return brought - sold
  }
  return [...given].map(([linkTag, givenMinor]) => {
    const due = sales
      .filter(({ shop }) => shop.linkTag === linkTag)
      .reduce((total, sale) => total + leftOver(sale), givenMinor)
    return [
      `tokens of ${linkTag}, according to the ledger and to its customers`,
      balances.get(linkTag) ?? 0n,
      due,
    ]
  })
}
