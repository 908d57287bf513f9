import { minorOf, type Sent } from '../chains/sent.ts'
import type { Note } from '../customers.ts'
import { feeOf, type Purchase } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

export type Verdict = Readonly<{
  paidTwice: readonly string[]
  lost: readonly string[]
  stuck: readonly string[]
  wrong: readonly string[]
  completed: number
  /** Buys that a person still has to decide about. */
  withPeople: number
}>

const delivered = new Set(['completed', 'recalled'])
// Somebody promised to go on from here; only a case is a reason not to.
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
 * Four witnesses are heard: what customers were told, what the record says, what the bank booked, what the chain shows.
 * Each purchase has an address of its own, so the chain needs nobody to say whose tokens they were.
 */
export function judgePurchases(
  purchases: readonly Purchase[],
  notes: ReadonlyMap<string, Note>,
  buys: readonly RecordedBuy[],
  sent: readonly Sent[],
): Verdict {
  const [paidTwice, lost, stuck, wrong]: [string[], string[], string[], string[]] = [[], [], [], []]
  const byAddress = Map.groupBy(sent, ({ to }) => to)
  const recorded = new Map(buys.map((buy) => [`${buy.shop} ${buy.reference}`, buy]))
  let [completed, withPeople] = [0, 0]

  for (const purchase of purchases) {
    const { reference, wallet, shop, conduct } = purchase
    const buy = recorded.get(`${shop.linkTag} ${reference}`)
    const note = notes.get(reference)
    const tokens = wallet === null ? [] : (byAddress.get(wallet.address) ?? [])
    const faults = purchase.faults.map((fault) => (typeof fault === 'string' ? fault : fault.fault)).join(' ')
    const name = `${reference} (${conduct} ${purchase.account} ${faults}, ${buy?.status ?? 'not recorded'})`

    if (tokens.length > 1) paidTwice.push(`${name}: ${tokens.map(({ hash }) => hash).join(' and ')}`)
    for (const id of note?.acknowledged ?? [])
      if (id !== buy?.id)
        lost.push(`${name} was acknowledged as ${id}, and the record has ${buy?.id ?? 'none'}`)
    if (buy === undefined) {
      if (tokens.length > 0) wrong.push(`${name} got tokens`)
      continue
    }
    if (buy.status === 'completed') completed += 1
    if (buy.openCases.length > 0) withPeople += 1

    const [one] = tokens
    if (one !== undefined && wallet !== null) {
      const due = buy.amountMinor - buy.feeMinor
      if (minorOf(one) !== due || one.network !== wallet.network)
        wrong.push(`${name} got ${minorOf(one)} on ${one.network} and not ${due} on ${wallet.network}`)
      if (!delivered.has(buy.status)) wrong.push(`${name} has its tokens: ${buy.story}`)
      if (buy.delivered.length !== 1 || buy.delivered[0] !== one.hash)
        wrong.push(`${name} was delivered by ${one.hash}, and the record says ${buy.delivered.join(' and ')}`)
    } else if (wallet !== null && (buy.status === 'completed' || buy.delivered.length > 0))
      lost.push(`${name} has no tokens on the chain: ${buy.story}`)
    if (buy.amountMinor !== purchase.amountMinor || buy.feeMinor !== feeOf(purchase))
      wrong.push(`${name} is recorded with ${buy.amountMinor}, fee ${buy.feeMinor}`)
    if (buy.status === 'completed' && conduct !== 'recalled' && buy.givenMinor !== buy.amountMinor)
      wrong.push(`${name} was delivered for ${buy.givenMinor} kobo`)
    if (conduct === 'never_pays' && buy.givenMinor > 0n)
      wrong.push(`${name} was never paid and has ${buy.givenMinor}`)
    if (underWay.has(buy.status) && buy.openCases.length === 0) stuck.push(`${name}: ${buy.story}`)
    if (conduct === 'pays' && buy.status === 'pending_payment')
      stuck.push(`${name} was paid exactly: ${buy.story}`)
  }
  const known = new Set(purchases.flatMap(({ wallet }) => (wallet === null ? [] : [wallet.address])))
  for (const { to, hash } of sent)
    if (!known.has(to)) wrong.push(`${hash} sent tokens to ${to}, which is nobody's address`)
  return { paidTwice, lost, stuck, wrong, completed, withPeople }
}
