import { seedBalance, seedFloat, seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { countKobo } from '../buy/count-kobo.ts'
import { judgePurchases } from '../buy/judge-purchases.ts'
import type { Purchase } from '../buy/purchase.ts'
import { readMoneyRecord } from '../buy/read-record.ts'
import type { Stage } from '../buy/stage.ts'
import { minorOf } from '../chains/sent.ts'
import type { Customers } from '../customers.ts'

/**
 * Compares all sources at this time. A transfer for a buy whose request is lost forever is in transit in the ledger, and its naira is in
 * suspense. Both are compared separately, so that they cannot hide a difference.
 */
export async function weighRestore(
  { desk, owner, chains }: Stage,
  purchases: readonly Purchase[],
  customers: Customers<Purchase>,
  silent: ReadonlySet<string>,
) {
  const truth = await desk.truth()
  const record = await readMoneyRecord(owner)
  const { rows } = await owner.query<{ right_key: string; address: string; tokens: string; state: string }>(
    'select right_key, address, tokens_minor as tokens, state from adopted_lock',
  )
  const ownerless = rows.filter(({ right_key }) => silent.has(right_key.split('/')[2] ?? ''))
  const theirs = new Set(ownerless.map(({ address }) => address.toLowerCase()))
  const all = await chains.sent()
  const lostMinor = all.filter(({ to }) => theirs.has(to)).reduce((sum, one) => sum + minorOf(one), 0n)
  const sent = all.filter(({ to }) => !theirs.has(to))
  const given = {
    floatMinor: seedFloat.minor * BigInt(seedLanes.length) - lostMinor,
    balanceMinor: seedBalance.minor,
  }
  const kobo = countKobo(truth, sent, record, given)
  const transit = record.tokens.get('transit') ?? 0n
  const apart = transit > lostMinor ? transit - lostMinor : lostMinor - transit
  return {
    verdict: judgePurchases(purchases, customers.notes(), record.buys, sent),
    kobo: {
      difference: kobo.difference + apart,
      words: [
        ...kobo.words,
        ...(apart === 0n
          ? []
          : [`tokens in transit, and tokens of transfers without a buy: ${transit} and ${lostMinor} kobo`]),
      ],
    },
    record,
    sent: all,
    adopted: rows,
    ownerless,
  }
}
