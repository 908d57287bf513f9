import { minorOf, type Sent } from '../chains/sent.ts'
import type { Note } from '../customers.ts'
import { judgeEnd } from '../judge-end.ts'
import { allowedEndOf } from './allowed-ends.ts'
import { faultsOf, feeOf, type Purchase } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

export type Verdict = Readonly<{
  paidTwice: readonly string[]
  lost: readonly string[]
  stuck: readonly string[]
  /** Customers who did not receive tokens although nobody was at fault. */
  unserved: readonly string[]
  wrong: readonly string[]
  completed: number
  /** Number of buys that still need an operator's decision. */
  withPeople: number
}>

const delivered = new Set(['completed', 'recalled'])
// Statuses that must move on. Only an open case is a reason to stay.
const underWay = new Set([
  'payment_received',
  'cleared',
  'sending',
  'send_failed',
  'on_hold',
  'action_required',
  'refunding',
])

/**
 * Compares three sources: the replies to customers, the database and the chain. Each purchase has its own address, so the chain alone shows
 * whose tokens they are. `held` has the balances of addresses to which the chain's logs show no transfer. A delivered buy is lost only if
 * its address is empty.
 */
export function judgePurchases(
  purchases: readonly Purchase[],
  notes: ReadonlyMap<string, Note>,
  buys: readonly RecordedBuy[],
  sent: readonly Sent[],
  held: ReadonlyMap<string, bigint> = new Map(),
): Verdict {
  const [paidTwice, lost, stuck]: [string[], string[], string[]] = [[], [], []]
  const [unserved, wrong]: [string[], string[]] = [[], []]
  const byAddress = Map.groupBy(sent, ({ to }) => to)
  const recorded = new Map(buys.map((buy) => [`${buy.shop} ${buy.reference}`, buy]))
  let [completed, withPeople] = [0, 0]

  for (const purchase of purchases) {
    const { reference, wallet, shop, conduct } = purchase
    const buy = recorded.get(`${shop.linkTag} ${reference}`)
    const note = notes.get(reference)
    const tokens = wallet === null ? [] : (byAddress.get(wallet.address) ?? [])
    const how = [conduct, purchase.account, ...faultsOf(purchase)].join(' ')
    const name = `${reference} (${how}, ${buy?.status ?? 'not recorded'})`

    if (tokens.length > 1) paidTwice.push(`${name}: ${tokens.map(({ hash }) => hash).join(' and ')}`)
    for (const id of note?.acknowledged ?? [])
      if (id !== buy?.id)
        lost.push(`${name} was acknowledged as ${id}, but the database has ${buy?.id ?? 'no such buy'}`)
    if (buy === undefined) {
      if (tokens.length > 0) wrong.push(`${name} received tokens, although it is not recorded`)
      unserved.push(`${name} was never accepted: ${note?.refused ?? 'no response'}`)
      continue
    }
    if (buy.status === 'completed') completed += 1
    if (buy.openCases.length > 0) withPeople += 1

    const [one] = tokens
    if (one !== undefined && wallet !== null) {
      const due = buy.amountMinor - buy.feeMinor
      if (minorOf(one) !== due || one.network !== wallet.network)
        wrong.push(
          `${name} received ${minorOf(one)} kobo on ${one.network} instead of ${due} on ${wallet.network}`,
        )
      if (!delivered.has(buy.status))
        wrong.push(`${name} received its tokens, but its status does not say so: ${buy.story}`)
      const [recorded, another] = buy.delivered
      if (another !== undefined || (recorded !== one.hash && recorded !== (one.innerHash ?? one.hash)))
        wrong.push(
          `${name} was delivered by ${one.hash}, but the database says ${buy.delivered.join(' and ')}`,
        )
    } else if (wallet !== null && isDelivered(buy)) {
      const units = held.get(wallet.address) ?? 0n
      if (units === 0n) lost.push(`${name} is delivered, but the chain shows no tokens: ${buy.story}`)
      else
        wrong.push(`the address of ${name} holds ${units} units, but the chain's logs show no transfer to it`)
    }
    if (buy.amountMinor !== purchase.amountMinor || buy.feeMinor !== feeOf(purchase))
      wrong.push(
        `${name} is recorded with a wrong amount or fee: ${buy.amountMinor} and ${buy.feeMinor} kobo`,
      )
    if (buy.status === 'completed' && conduct !== 'recalled' && buy.givenMinor !== buy.amountMinor)
      wrong.push(
        `${name} was delivered, but ${buy.givenMinor} kobo are allocated to it instead of ${buy.amountMinor}`,
      )
    if (conduct === 'never_pays' && buy.givenMinor > 0n)
      wrong.push(`${name} was never paid, but ${buy.givenMinor} kobo are allocated to it`)
    if (underWay.has(buy.status) && buy.openCases.length === 0) stuck.push(`${name}: ${buy.story}`)
    const end = judgeEnd(name, buy, allowedEndOf(purchase))
    unserved.push(...end.unserved)
    wrong.push(...end.wrong)
  }
  const known = new Set(purchases.flatMap(({ wallet }) => (wallet === null ? [] : [wallet.address])))
  for (const { to, hash } of sent)
    if (!known.has(to)) wrong.push(`${hash} sent tokens to ${to}, which is not a customer's address`)
  return { paidTwice, lost, stuck, unserved, wrong, completed, withPeople }
}

/** Reports whether the database says that tokens were sent or credited. */
export function isDelivered({ status, delivered: by }: RecordedBuy): boolean {
  return status === 'completed' || by.length > 0
}
