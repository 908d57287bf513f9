import { seedBalance, seedFloat, seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import type { Sent } from '../chains/sent.ts'
import type { Customers } from '../customers.ts'
import { arrivedForGood, nairaAtAccounts } from '../sell/naira-at-accounts.ts'
import { countKobo } from './count-kobo.ts'
import { findUntold } from './find-untold.ts'
import { judgePurchases, type Verdict } from './judge-purchases.ts'
import { judgeRefunds } from './judge-refunds.ts'
import type { Purchase } from './purchase.ts'
import { type MoneyRecord, readMoneyRecord } from './read-record.ts'
import type { Stage } from './stage.ts'

export type Weighed = Readonly<{
  verdict: Verdict & Readonly<{ refunded: number }>
  kobo: ReturnType<typeof countKobo>
  record: MoneyRecord
  sent: readonly Sent[]
  /** Credits of the bank that the record does not have. */
  untold: readonly string[]
}>

/** All four witnesses, as they stand now. */
export async function weigh(
  { desk, owner, chains }: Stage,
  purchases: readonly Purchase[],
  customers: Customers<Purchase>,
): Promise<Weighed> {
  const truth = await desk.truth()
  const [payouts, balances] = [await desk.payoutTruth(), await desk.payoutBalances()]
  const record = await readMoneyRecord(owner)
  const sent = await chains.sent()
  const given = {
    floatMinor: seedFloat.minor * BigInt(seedLanes.length),
    balanceMinor: seedBalance.minor,
  }
  const verdict = judgePurchases(purchases, customers.notes(), record.buys, sent)
  const back = judgeRefunds(purchases, record.buys, payouts)
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
      places: nairaAtAccounts(record.accounts, payouts, balances),
    }),
    record,
    sent,
    untold: await findUntold(owner, truth),
  }
}
