import type { Payer } from '@afara/server/movements/feeds/bank-line.ts'
import type { PayLink } from '@afara/server/records/pay-links/pay-link-store.ts'
import type { Random } from '../fuzz/random.ts'
import type { Progress } from '../progress.ts'
import { drawPlans, type Payment, type Plan, paymentsOf, repaid } from './payers.ts'
import type { Shop, Shown, Told } from './shop.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// As in a shop that makes 5,000 links a day. A smaller run plays a part of the day.
const BETWEEN_LINKS_MS = DAY_MS / 5_000

/** A link with the truth about it: what its payer did, and which lines of the bank are its payments. */
type Played = Readonly<{
  plan: Plan
  link: PayLink
  /** What the page told the payer to pay when it was opened. */
  shown: Shown
  /** What the bank has booked for it so far. */
  credits: Array<Readonly<{ lineId: string; minor: bigint }>>
}>

export type Day = Readonly<{
  played: readonly Played[]
  refused: number
  /** Payments that the vendor of a number sent back to the payer. */
  sentBack: number
  /** How long it took, for each credit, until the page told of it, in seconds. */
  delays: readonly number[]
  toldToPay: readonly string[]
  falseWords: readonly string[]
  comparisons: number
}>

type Happening = Readonly<{ atMs: number; act: () => Promise<void> }>

/** Plays one day, or a part of it: links are made all the time, and each payer pays as planned. After each event, what is told is compared with the truth. */
export async function playDay(shop: Shop, random: Random, count: number, progress: Progress): Promise<Day> {
  const [played, delays, toldToPay, falseWords]: [Played[], number[], string[], string[]] = [[], [], [], []]
  let [refused, sentBack, comparisons, done] = [0, 0, 0, 0]
  const start = shop.now()
  const queue: Happening[] = drawPlans(random, count).map((plan, number) => ({
    atMs: start + Math.floor(number * BETWEEN_LINKS_MS),
    act: async () => make(plan),
  }))

  const compare = async (one: Played): Promise<void> => {
    const told = await shop.tell(one.link)
    comparisons += 1
    if (isWronglyTold(one, told)) toldToPay.push(`${one.plan.pays}: ${told.state}`)
    falseWords.push(...wrongWords(one, told))
  }

  const plan = (atMs: number, act: () => Promise<void>): void => {
    const later = queue.findIndex((other) => other.atMs > atMs)
    queue.splice(later < 0 ? queue.length : later, 0, { atMs, act })
  }

  const make = async (planned: Plan): Promise<void> => {
    const link = await shop.makeLink()
    if (link === undefined) {
      refused += 1
      return
    }
    const shown = await shop.openPage(link)
    const one: Played = { plan: planned, link, shown, credits: [] }
    played.push(one)
    for (const payment of paymentsOf(planned, shown.minor, shop.now())) {
      plan(payment.atMs, async () => pay(one, payment))
    }
    // Its window closes, and two days after a late payment the time of the business to decide is over.
    for (const afterMs of [0, 3 * DAY_MS]) {
      plan(link.expiresAt.getTime() + afterMs, async () => {
        await shop.advance(link)
        await compare(one)
      })
    }
  }

  const pay = async (one: Played, payment: Payment): Promise<void> => {
    const began = performance.now()
    const payer = payerOf(played.indexOf(one), one.plan, payment)
    const lineId = await shop.receive(one.shown, {
      minor: payment.minor,
      payer,
      narration: one.plan.writesCode ? `NIP/${one.link.code}` : 'NIP/TRF',
      isTaken: one.plan.isTaken,
    })
    if (lineId === undefined) {
      sentBack += 1
      await compare(one)
      const isWrong = payment.minor !== one.shown.minor
      const again = repaid(payment, one.shown.minor)
      if (isWrong) plan(again.atMs, async () => pay(one, again))
      return
    }
    one.credits.push({ lineId, minor: payment.minor })
    await compare(one)
    delays.push((performance.now() - began) / 1000)
    // A stranger's payment must not change the words of a page whose payer has not paid.
    const other = played[random.below(played.length)]
    if (other !== undefined) await compare(other)
  }

  while (queue.length > 0) {
    const next = queue[0]
    if (next === undefined) break
    if (shop.nextLookAt() < next.atMs) {
      await shop.moveTo(Math.max(shop.now(), shop.nextLookAt()))
      await shop.matchDue()
      continue
    }
    queue.shift()
    await shop.moveTo(Math.max(shop.now(), next.atMs))
    await next.act()
    done += 1
    progress.show(`${done} events, ${played.length} of ${count} links`)
  }
  for (const one of played) await compare(one)
  return { played, refused, sentBack, delays, toldToPay, falseWords, comparisons }
}

/** Every payer of this day pays at least the price, rounded, so nobody who has paid lacks anything. */
function isWronglyTold({ credits }: Played, { isToldToPay }: Told): boolean {
  return credits.length > 0 && isToldToPay
}

const RECEIVED: ReadonlySet<string> = new Set(['seen', 'arrived', 'delivered', 'slow', 'found'])

/** Returns sentences that the truth contradicts. */
function wrongWords({ credits, plan, shown }: Played, { state, sentence, paidMinor, page }: Told): string[] {
  const name = `${plan.pays}${plan.writesCode ? ' with the code' : ''}`
  const sum = credits.reduce((total, { minor }) => total + minor, 0n)
  const first = credits[0]?.minor ?? 0n
  const isWaiting = sentence.startsWith('We are waiting for the naira') || sentence.includes('No naira')
  return [
    ...(credits.length > 0 && isWaiting ? [`${name}: told "${sentence}" although we have ${sum}`] : []),
    ...(credits.length === 0 && (RECEIVED.has(state) || sentence.startsWith('We have received'))
      ? [`${name}: told that naira arrived, and none did (${state})`]
      : []),
    ...(paidMinor !== 0n && paidMinor !== first
      ? [`${name}: told that ${paidMinor} was paid, but ${first} was`]
      : []),
    ...(state === 'seen' && first !== shown.minor && !page.includes(naira(first))
      ? [`${name}: the page does not tell ${naira(first)}`]
      : []),
  ]
}

function naira(minor: bigint): string {
  const whole = (minor / 100n).toString().replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `₦${whole}.${(minor % 100n).toString().padStart(2, '0')}`
}

const NAMES = ['ADAEZE OBI', 'MUSA BELLO', 'TUNDE ADEBAYO', 'NGOZI EZE', 'FATIMA SANI', 'EMEKA OKAFOR']

function payerOf(number: number, { isHidden }: Plan, { account }: Payment): Payer {
  if (isHidden) return {}
  const from = account === 'own' ? 1_000_000_000 : 2_000_000_000
  return {
    accountNumber: String(from + number),
    bankCode: account === 'own' ? '000013' : '000014',
    name: NAMES[number % NAMES.length] ?? '',
  }
}
