import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { feeOf } from '../buy/purchase.ts'
import { minorOf, type Sent } from '../chains/sent.ts'
import type { Note } from '../customers.ts'
import { judgeEnd } from '../judge-end.ts'
import { allowedSaleEndOf } from './allowed-sale-ends.ts'
import type { RecordedSell } from './read-sells.ts'
import type { Sale } from './sale.ts'

export type SalesVerdict = Readonly<{
  paidTwice: readonly string[]
  lost: readonly string[]
  stuck: readonly string[]
  /** Customers who must receive naira, because nobody is at fault, and did not. */
  unserved: readonly string[]
  wrong: readonly string[]
  completed: number
  refunded: number
  /** Number of sells that still need an operator's decision. */
  withPeople: number
}>

// Statuses that must move on. Only an open case is a reason to stay.
const underWay = new Set([
  'deposit_received',
  'cleared',
  'paying_out',
  'payout_failed',
  'returned',
  'on_hold',
  'action_required',
  'refunding',
])

/**
 * Compares four sources: the customers' replies and transfers, the database, the bank's payments and the chain. Each sale has its own
 * beneficiary and deposit address, so bank and chain alone show whose money it is.
 */
export function judgeSales(
  sales: readonly Sale[],
  notes: ReadonlyMap<string, Note>,
  addresses: ReadonlyMap<string, string>,
  record: readonly RecordedSell[],
  payouts: readonly TruePayout[],
  transfers: readonly Sent[],
): SalesVerdict {
  const [paidTwice, lost, stuck]: [string[], string[], string[]] = [[], [], []]
  const [unserved, wrong]: [string[], string[]] = [[], []]
  const byNumber = Map.groupBy(payouts, ({ number }) => number)
  const byAddress = Map.groupBy(transfers, ({ to }) => to)
  const recorded = new Map(record.map((sell) => [`${sell.shop} ${sell.reference}`, sell]))
  let [completed, refunded, withPeople] = [0, 0, 0]

  for (const sale of sales) {
    const { reference, shop, conduct, amountMinor } = sale
    const sell = recorded.get(`${shop.linkTag} ${reference}`)
    const paid = byNumber.get(sale.payee.number) ?? []
    const arrived = paid.flatMap(({ arrivedMinor }) => arrivedMinor)
    const faults = paid.map((payout) => `${payout.status}: ${payout.faults.join(' ')}`).join('; ')
    const how = [conduct, ...(sale.fault === null ? [] : [sale.fault])].join(' ')
    const name = `${reference} (${how}, ${sell?.status ?? 'not recorded'}; bank ${faults || 'has no payout'})`

    if (arrived.length > 1) paidTwice.push(`${name}: ${paid.map((payout) => payout.reference).join(' and ')}`)
    for (const id of notes.get(reference)?.acknowledged ?? [])
      if (id !== sell?.id)
        lost.push(`${name} was acknowledged as ${id}, but the database has ${sell?.id ?? 'no such sell'}`)
    if (sell === undefined) {
      if (arrived.length > 0) wrong.push(`${name} was paid, although it is not recorded`)
      unserved.push(`${name} was never accepted: ${notes.get(reference)?.refused ?? 'no response'}`)
      continue
    }
    const feeMinor = feeOf(sale)
    if (sell.amountMinor !== amountMinor || sell.feeMinor !== feeMinor)
      wrong.push(
        `${name} is recorded with a wrong amount or fee: ${sell.amountMinor} and ${sell.feeMinor} kobo`,
      )
    const address = addresses.get(reference)
    const came = (address === undefined ? [] : (byAddress.get(address) ?? [])).reduce(
      (sum, one) => sum + minorOf(one),
      0n,
    )
    if (came !== sell.depositedMinor)
      stuck.push(`${name}: ${came} kobo arrived at its address, but ${sell.depositedMinor} are recorded`)

    if (sell.status === 'completed') {
      completed += 1
      if (arrived.length === 0)
        lost.push(`${name} is completed, but the bank shows no payment: ${sell.story}`)
      else if (arrived[0] !== amountMinor - feeMinor)
        wrong.push(`${name} was paid ${arrived[0]} kobo instead of ${amountMinor - feeMinor}`)
    } else if (arrived.length > 0 && sell.status !== 'paying_out')
      wrong.push(`${name} was paid, but its status does not say so: ${sell.story}`)
    if (sell.status === 'refunded') refunded += 1
    if (sell.openCases.length > 0) withPeople += 1
    if (underWay.has(sell.status) && sell.openCases.length === 0) stuck.push(`${name}: ${sell.story}`)
    const end = judgeEnd(name, sell, allowedSaleEndOf(sale))
    unserved.push(...end.unserved)
    wrong.push(...end.wrong)
  }
  const known = new Set(sales.map(({ payee }) => payee.number))
  for (const { number, reference } of payouts)
    if (!known.has(number)) wrong.push(`${reference} paid ${number}, which is not a customer's account`)
  return { paidTwice, lost, stuck, unserved, wrong, completed, refunded, withPeople }
}
