import type { Random } from '../fuzz/random.ts'

/** What a payer does, apart from paying exactly what was asked. */
export const stories = [
  'exactly',
  'rounded',
  'over',
  'twice',
  'twice_from_another',
  'late',
  'split',
  'short',
  'third_party',
  'recalled',
  'no_order',
  'listed',
  'resembles_listed',
] as const
export type Story = (typeof stories)[number]

/** How the payment is collected: to a number of its own, to a shared account with a pay link, or to one with a claim that names the payer. */
type Channel = 'number' | 'link' | 'claim'

/** One customer of the day. */
export type Plan = Readonly<{
  story: Story
  channel: Channel
  shop: number
  /** Whole naira. */
  minor: bigint
  /** Time from the start of the day to the order. */
  orderedAtMs: number
  /** Time from the order to the payment. */
  paysAfterMs: number
  /** Whether the bank hides the payer's number and name. */
  isHidden: boolean
  writesCode: boolean
  /** Whether the tokens go to a wallet on Polygon, and not to the balance of the shop. */
  toWallet: boolean
  /** Whether the vendor of a number books a payment that is wrong, late or the second. Otherwise it sends it back. */
  isTaken: boolean
  /** Whether a payer whose bank hides the account names one on the pay page when money goes back. */
  namesAccount: boolean
}>

/** Of 10,000 payers. The others pay exactly. docs/operate/operator-day.md says where these come from. */
export const mix: Readonly<Record<Exclude<Story, 'exactly'>, number>> = {
  rounded: 900,
  over: 25,
  twice: 18,
  twice_from_another: 5,
  late: 30,
  split: 40,
  short: 8,
  third_party: 150,
  recalled: 3,
  no_order: 3,
  listed: 1,
  resembles_listed: 1,
}

/** Of 100 payers. */
const channelShares: Readonly<Record<Channel, number>> = { number: 73, link: 25, claim: 2 }
const shares = { hidden: 4, writesCode: 80, toWallet: 8, taken: 50, namesAccount: 70 } as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Of 100 orders, by the hour of the day in Lagos, from six in the morning. The peaks are before noon and in the evening. */
const hours = [2, 4, 6, 8, 9, 9, 8, 7, 6, 6, 6, 7, 8, 7, 4, 2, 1]
export const DAY_MS = hours.length * HOUR_MS

/** Draws the customers of a day. Every story happens at least once, so a small day has more of the rare ones than a large one. */
export function drawDay(random: Random, count: number): readonly Plan[] {
  const rare = Object.entries(mix).flatMap(([story, share]) =>
    Array<Story>(Math.max(1, Math.round((share * count) / 10_000))).fill(story as Story),
  )
  const all = [...rare, ...Array<Story>(Math.max(0, count - rare.length)).fill('exactly')].slice(0, count)
  const percent = (share: number): boolean => random.below(100) < share
  return shuffle(random, all)
    .map((story): Plan => {
      const channel = drawChannel(random, story)
      return {
        story,
        channel,
        shop: random.below(SHOPS),
        minor: drawAmount(random),
        orderedAtMs: drawTime(random),
        paysAfterMs: random.between(MINUTE_MS, 18 * MINUTE_MS),
        isHidden: mayHide(story) && percent(channel === 'claim' ? 1 : shares.hidden),
        writesCode: percent(shares.writesCode),
        toWallet: channel !== 'claim' && percent(shares.toWallet),
        isTaken: percent(shares.taken),
        namesAccount: percent(shares.namesAccount),
      }
    })
    .sort((a, b) => a.orderedAtMs - b.orderedAtMs)
}

export const SHOPS = 12

/** A list can only name a payer whose name is known. */
function mayHide(story: Story): boolean {
  return story !== 'listed' && story !== 'resembles_listed'
}

function drawChannel(random: Random, story: Story): Channel {
  if (story === 'no_order') return 'link'
  const drawn = random.below(100)
  if (drawn < channelShares.number) return 'number'
  return drawn < channelShares.number + channelShares.link ? 'link' : 'claim'
}

/** From ₦1,000 to ₦200,000, most of them small. */
function drawAmount(random: Random): bigint {
  const naira = Math.round(1_000 * 200 ** (random.below(1_000_000) / 1_000_000))
  const step = naira < 10_000 ? 100 : 500
  return BigInt(Math.max(1_000, Math.round(naira / step) * step)) * 100n
}

function drawTime(random: Random): number {
  let left = random.below(hours.reduce((sum, share) => sum + share, 0))
  const hour = hours.findIndex((share) => (left -= share) < 0)
  return hour * HOUR_MS + random.below(HOUR_MS)
}

function shuffle<T>(random: Random, all: readonly T[]): T[] {
  const mixed = [...all]
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = random.below(place + 1)
    ;[mixed[place], mixed[other]] = [mixed[other] as T, mixed[place] as T]
  }
  return mixed
}
