import type { TruePayout } from '../credits/payout-truth.ts'
import { paidMinor } from './payments-of.ts'
import type { Purchase } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

export type RefundVerdict = Readonly<{
  refunded: number
  paidTwice: readonly string[]
  lost: readonly string[]
  wrong: readonly string[]
}>

const mayHavePaid = new Set(['refunding', 'refunded', 'refund_failed'])

/** Each payer has an account of its own, so that the bank needs nobody to say whose naira came back. */
export function judgeRefunds(
  purchases: readonly Purchase[],
  buys: readonly RecordedBuy[],
  payouts: readonly TruePayout[],
): RefundVerdict {
  const [paidTwice, lost, wrong]: [string[], string[], string[]] = [[], [], []]
  const recorded = new Map(buys.map((buy) => [`${buy.shop} ${buy.reference}`, buy]))
  const byNumber = Map.groupBy(payouts, ({ number }) => number)
  let refunded = 0
  for (const purchase of purchases) {
    const { shop, reference, payer } = purchase
    const buy = recorded.get(`${shop.linkTag} ${reference}`)
    const arrived = (byNumber.get(payer.account_number) ?? []).flatMap(({ arrivedMinor }) => arrivedMinor)
    const name = `the refund of ${reference} (${buy?.status ?? 'not recorded'})`
    const sum = arrived.reduce((total, minor) => total + minor, 0n)
    if (sum > paidMinor(purchase) || arrived.length > 1) paidTwice.push(`${name}: ${arrived.join(' and ')}`)
    if (arrived.length > 0 && !mayHavePaid.has(buy?.status ?? ''))
      wrong.push(`${name} was paid: ${buy?.story}`)
    if (buy?.status !== 'refunded') continue
    refunded += 1
    if (sum < paidMinor(purchase)) lost.push(`${name}: ${sum} of ${paidMinor(purchase)} came: ${buy.story}`)
  }
  const payers = new Set(purchases.map(({ payer }) => payer.account_number))
  for (const { number, reference } of payouts)
    if (!payers.has(number)) wrong.push(`${reference} was paid to ${number}, who paid us nothing`)
  return { refunded, paidTwice, lost, wrong }
}
