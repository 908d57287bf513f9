import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { paidMinor } from './payments-of.ts'
import type { Purchase } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

export type RefundVerdict = Readonly<{
  refunded: number
  paidTwice: readonly string[]
  lost: readonly string[]
  wrong: readonly string[]
}>

/**
 * Judges the refunds. Each payer has its own account, so the bank alone shows whose naira was returned. An account may get back what it
 * paid, less the amount for which its buy was delivered.
 */
export function judgeRefunds(
  purchases: readonly Purchase[],
  buys: readonly RecordedBuy[],
  payouts: readonly TruePayout[],
  truth: readonly TrueLine[],
): RefundVerdict {
  const [paidTwice, lost, wrong]: [string[], string[], string[]] = [[], [], []]
  const recorded = new Map(buys.map((buy) => [`${buy.shop} ${buy.reference}`, buy]))
  const byNumber = Map.groupBy(payouts, ({ number }) => number)
  const paidBy = sumPaid(truth)
  const arrivedAt = (number: string) =>
    (byNumber.get(number) ?? []).flatMap(({ arrivedMinor }) => arrivedMinor)
  let refunded = 0
  for (const purchase of purchases) {
    const { shop, reference, payer, amountMinor } = purchase
    const buy = recorded.get(`${shop.linkTag} ${reference}`)
    const arrived = arrivedAt(payer.account_number)
    const name = `the refund of ${reference} (${buy?.status ?? 'not recorded'})`
    const sum = arrived.reduce((total, minor) => total + minor, 0n)
    const usedMinor = buy?.status === 'completed' ? amountMinor : 0n
    const dueMinor = (paidBy.get(payer.account_number) ?? 0n) - usedMinor
    if (sum > 0n && sum > dueMinor)
      paidTwice.push(
        `${name}: ${arrived.join(' and ')} kobo arrived, but ${dueMinor} were due: ${buy?.story}`,
      )
    if (buy?.status !== 'refunded') continue
    refunded += 1
    if (sum < paidMinor(purchase))
      lost.push(`${name}: only ${sum} of ${paidMinor(purchase)} kobo arrived: ${buy.story}`)
  }
  const payers = new Set(purchases.map(({ payer }) => payer.account_number))
  for (const [number, all] of byNumber) {
    if (payers.has(number)) continue
    const sum = arrivedAt(number).reduce((total, minor) => total + minor, 0n)
    const paid = paidBy.get(number) ?? 0n
    const references = all.map(({ reference }) => reference).join(' and ')
    if (sum > paid || paid === 0n)
      wrong.push(`${references} paid ${sum} kobo to ${number}, which had paid us ${paid}`)
  }
  return { refunded, paidTwice, lost, wrong }
}

/** Sums by account number what each account paid us and its bank has not taken back. */
function sumPaid(truth: readonly TrueLine[]): ReadonlyMap<string, bigint> {
  const takenBack = new Set(
    truth.flatMap(({ direction, of }) => (direction === 'debit' && of !== null ? [of] : [])),
  )
  const sums = new Map<string, bigint>()
  for (const { id, direction, payerNumber, grossMinor } of truth)
    if (direction === 'credit' && !takenBack.has(id))
      sums.set(payerNumber, (sums.get(payerNumber) ?? 0n) + grossMinor)
  return sums
}
