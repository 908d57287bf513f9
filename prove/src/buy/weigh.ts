import { seedBalance, seedFloat, seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import type { Customers } from '../customers.ts'
import { countKobo } from './count-kobo.ts'
import { findUntold } from './find-untold.ts'
import { judgePurchases, type Verdict } from './judge-purchases.ts'
import type { Purchase } from './purchase.ts'
import { readSent, type Sent } from './read-chain.ts'
import { type MoneyRecord, readMoneyRecord } from './read-record.ts'
import type { Stage } from './stage.ts'

export type Weighed = Readonly<{
  verdict: Verdict
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
  const record = await readMoneyRecord(owner)
  const sent = await readSent(chains)
  const given = {
    floatMinor: seedFloat.minor * BigInt(seedLanes.length),
    balanceMinor: seedBalance.minor,
  }
  return {
    verdict: judgePurchases(purchases, customers.notes(), record.buys, sent),
    kobo: countKobo(truth, sent, record, given),
    record,
    sent,
    untold: await findUntold(owner, truth),
  }
}
