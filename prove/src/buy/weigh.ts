import { seedBalance, seedFloat, seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { Sent } from '../chains/sent.ts'
import type { Customers } from '../customers.ts'
import type { LiveChains } from '../live-chains.ts'
import { readFreezes } from '../read-freezes.ts'
import { arrivedForGood, nairaAtAccounts } from '../sell/naira-at-accounts.ts'
import { countKobo } from './count-kobo.ts'
import { findUntold } from './find-untold.ts'
import { isDelivered, judgePurchases, type Verdict } from './judge-purchases.ts'
import { judgeRefunds } from './judge-refunds.ts'
import { feeOf, type Purchase, type Shop } from './purchase.ts'
import { describeStray, type MoneyRecord, type RecordedBuy, readMoneyRecord } from './read-record.ts'
import type { Stage } from './stage.ts'

export type Weighed = Readonly<{
  verdict: Verdict & Readonly<{ refunded: number }>
  kobo: ReturnType<typeof countKobo>
  record: MoneyRecord
  sent: readonly Sent[]
  truth: readonly TrueLine[]
  /** Credits of the bank that the database does not have. */
  untold: readonly string[]
  freezes: readonly string[]
  /** Open cases that are about no transaction. */
  strayCases: readonly string[]
}>

/** What the first shop was given beyond its seed, what it sold of its balance, and to which accounts. Its sells have no fee. */
export type Sold = Readonly<{ givenMinor: bigint; soldMinor(): bigint; payees: ReadonlySet<string> }>

const nothingSold: Sold = { givenMinor: 0n, soldMinor: () => 0n, payees: new Set() }

/** Compares all four sources at this time. */
export async function weigh(
  { desk, owner, chains, shops }: Stage,
  purchases: readonly Purchase[],
  customers: Customers<Purchase>,
  { givenMinor, soldMinor, payees }: Sold = nothingSold,
): Promise<Weighed> {
  const truth = await desk.truth()
  const [payouts, balances] = [await desk.payoutTruth(), await desk.payoutBalances()]
  const record = await readMoneyRecord(owner)
  const sent = await chains.sent()
  const given = {
    floatMinor: seedFloat.minor * BigInt(seedLanes.length),
    balanceMinor: seedBalance.minor + givenMinor,
  }
  const held = await readUntoldHoldings(chains, purchases, record.buys, sent)
  const verdict = judgePurchases(purchases, customers.notes(), record.buys, sent, held)
  const refunds = payouts.filter(({ number }) => !payees.has(number))
  const back = judgeRefunds(purchases, record.buys, refunds, truth)
  return {
    verdict: {
      ...verdict,
      refunded: back.refunded,
      paidTwice: [...verdict.paidTwice, ...back.paidTwice],
      lost: [...verdict.lost, ...back.lost],
      wrong: [...verdict.wrong, ...back.wrong],
    },
    kobo: countKobo(truth, sent, record, given, {
      arrivedMinor: arrivedForGood(record.accounts, payouts),
      places: [
        ...nairaAtAccounts(record.accounts, payouts, balances),
        ...tokensOfShops(shops, purchases, record, givenMinor - soldMinor()),
      ],
    }),
    record,
    sent,
    truth,
    untold: await findUntold(owner, truth),
    freezes: await readFreezes(owner),
    strayCases: describeStray(record.openCases),
  }
}

/** Reads the balances of addresses whose buy is delivered according to the database but not according to the chain's logs. */
async function readUntoldHoldings(
  chains: LiveChains,
  purchases: readonly Purchase[],
  buys: readonly RecordedBuy[],
  sent: readonly Sent[],
): Promise<ReadonlyMap<string, bigint>> {
  const told = new Set(sent.map(({ to }) => to))
  const delivered = new Set(buys.filter(isDelivered).map(({ shop, reference }) => `${shop} ${reference}`))
  const held = new Map<string, bigint>()
  for (const { wallet, shop, reference } of purchases)
    if (wallet !== null && !told.has(wallet.address) && delivered.has(`${shop.linkTag} ${reference}`))
      held.set(wallet.address, await chains.of(wallet.network).holding(wallet.address))
  return held
}

/**
 * Returns the balance of each shop according to the ledger, and according to what its own customers bought. `moreMinor` is what the first
 * shop has beyond that and its seed.
 */
export function tokensOfShops(
  shops: readonly Shop[],
  purchases: readonly Purchase[],
  { buys, balances }: Pick<MoneyRecord, 'buys' | 'balances'>,
  moreMinor = 0n,
): ReadonlyArray<readonly [string, bigint, bigint]> {
  const credited = new Set(
    buys.filter(({ isCredited }) => isCredited).map(({ shop, reference }) => `${shop} ${reference}`),
  )
  return shops.map(({ linkTag }, place) => {
    const bought = purchases
      .filter(({ shop, reference }) => shop.linkTag === linkTag && credited.has(`${linkTag} ${reference}`))
      .reduce((total, purchase) => total + purchase.amountMinor - feeOf(purchase), 0n)
    // The seed gives a balance to the first shop only.
    const due = bought + (place === 0 ? seedBalance.minor + moreMinor : 0n)
    return [
      `tokens of ${linkTag}, according to the ledger and to its customers`,
      balances.get(linkTag) ?? 0n,
      due,
    ]
  })
}
