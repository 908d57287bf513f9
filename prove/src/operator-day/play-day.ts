import { newId } from '@afara/server/kernel/ids/ids.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import type { Wallet } from '@afara/server/records/transactions/wallets/wallet.ts'
import type { Random } from '../fuzz/random.ts'
import type { Progress } from '../progress.ts'
import type { Desk } from './desk.ts'
import { createQueue } from './happening-queue.ts'
import { DAY_MS, drawDay, type Plan } from './mix.ts'
import type { Planted } from './plant-suggestions.ts'
import { LINK_MINUTES, LISTED, type Order, type Payer, RESEMBLES, START_MS, type Stage } from './stage.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LAGOS_MS = HOUR_MS
/** The bank account that all share reports nothing in this time; the receiving bank of some refunds answers nothing. */
const FEED_DOWN = [6.5 * HOUR_MS, 7.5 * HOUR_MS] as const
const BANK_DOWN = [9 * HOUR_MS, 9 * HOUR_MS + 40 * MINUTE_MS] as const
const DOWN_BANK = '000013'
const NETWORK_FROZEN = [10 * HOUR_MS, 10 * HOUR_MS + 20 * MINUTE_MS] as const
/** Until everything that waits for somebody has ended. */
const QUIET_MS = 4 * 24 * HOUR_MS
const KEEP_EVERY_MS = 5 * MINUTE_MS

/** A customer with the truth: what they paid, and for which order. */
export type Played = Readonly<{
  plan: Plan
  order: Order | null
  customer: Payer
  /** What the payer wrote says whose payment it is. */
  saysWhose: boolean
  lines: Array<Readonly<{ lineId: string; minor: bigint }>>
}>

export type Day = Readonly<{ played: readonly Played[]; sentBack: number }>

/** Plays a day and the days until everything has ended. The three operators work at their desk all the time. */
export async function playDay({
  stage,
  desk,
  random,
  count,
  progress,
  planted,
}: Readonly<{
  stage: Stage
  desk: Desk
  random: Random
  count: number
  progress: Progress
  planted: Planted
}>): Promise<Day> {
  const played: Played[] = []
  let sentBack = 0
  const queue = createQueue()
  const at = (afterMs: number, act: () => Promise<void>) => queue.add({ atMs: START_MS + afterMs, act })

  const begin = async (plan: Plan, number: number): Promise<void> => {
    const customer = payerOf(number, plan)
    if (plan.story === 'no_order') {
      const one: Played = { plan, order: null, customer, saysWhose: false, lines: [] }
      played.push(one)
      await pay(one, plan.minor, customer)
      return
    }
    const wallet = plan.toWallet ? { network: 'Polygon', address: stage.lane.newWallet() } : null
    const order =
      plan.channel === 'claim'
        ? await stage.claim(plan.shop, plan.minor, customer)
        : await orderLink(plan, wallet)
    const one: Played = { plan, order, customer, saysWhose: number % 2 === 0, lines: [] }
    played.push(one)
    for (const { afterMs, minor, isSecond } of paymentsOf(plan, order)) {
      const isOdd = isSecond || minor !== order.minor || plan.story === 'late'
      const isSentBack = plan.channel === 'number' && isOdd && !plan.isTaken
      if (isSentBack) sentBack += 1
      const other = plan.story === 'third_party' || (isSecond && plan.story === 'twice_from_another')
      const payer = other ? payerOf(number + 5_000_000, plan) : customer
      // Somebody whose bank has the payment back pays what was asked, unless the time is over.
      const paid = isSentBack ? order.minor : minor
      if (isSentBack && (isSecond || plan.story === 'late')) continue
      at(stage.now() - START_MS + afterMs, async () => pay(one, paid, payer))
      if (isSentBack) break
    }
  }

  /** A shop whose network is frozen takes the tokens into its balance. */
  const orderLink = async ({ shop, minor, channel }: Plan, wallet: Wallet | null): Promise<Order> => {
    try {
      return await stage.makeLink(shop, minor, channel === 'number', wallet)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'delivery_stopped') throw error
      return stage.makeLink(shop, minor, channel === 'number', null)
    }
  }

  const pay = async (one: Played, minor: bigint, payer: Payer): Promise<void> => {
    const { plan, order } = one
    const line = lineOf(one, minor, payer, stage.now())
    const report = async (): Promise<void> => {
      one.lines.push({ lineId: await stage.book(order?.number ?? null, line), minor })
    }
    const sinceMs = stage.now() - START_MS
    const isUnread = order?.number == null && sinceMs >= FEED_DOWN[0] && sinceMs < FEED_DOWN[1]
    if (isUnread) at(FEED_DOWN[1], report)
    else await report()
    if (plan.story === 'recalled') at(sinceMs + 2 * HOUR_MS, async () => recall(one, line))
    const { token } = order ?? { token: null }
    if (token !== null && plan.isHidden && plan.namesAccount && mayGoBack(plan))
      at(sinceMs + 40 * MINUTE_MS, async () => stage.nameAccount(token, one.customer))
  }

  const recall = async ({ order }: Played, line: BankLine): Promise<void> => {
    const at = new Date(stage.now())
    const { sessionId: _, ...rest } = line
    await stage.book(order?.number ?? null, {
      ...rest,
      externalId: `${line.externalId}:reversed`,
      undoesExternalId: line.externalId,
      direction: 'debit',
      kind: 'recall',
      bookedAt: at,
      valueDate: lagosDay(stage.now()),
      payer: {},
      narration: 'RECALL',
    })
  }

  for (const [number, plan] of drawDay(random, count).entries())
    at(plan.orderedAtMs, async () => begin(plan, number))
  at(FEED_DOWN[0], async () => stage.silenceFeed(true))
  // What the bank booked meanwhile is reported at once when it answers again.
  at(FEED_DOWN[1] + 1, async () => stage.silenceFeed(false))
  at(BANK_DOWN[0], async () => void stage.downBanks.add(DOWN_BANK))
  at(BANK_DOWN[1], async () => void stage.downBanks.delete(DOWN_BANK))
  at(NETWORK_FROZEN[0], async () => desk.freezeNetwork(NETWORK_FROZEN[1] + START_MS))
  for (
    let keptMs = 0;
    keptMs < DAY_MS + QUIET_MS;
    keptMs += keptMs < DAY_MS ? KEEP_EVERY_MS : 6 * KEEP_EVERY_MS
  )
    at(keptMs, async () => stage.keep())

  let [done, seen] = [0, '']
  let settled = await stage.settle()
  for (;;) {
    const next = queue.peek()
    const nextAt = Math.min(next?.atMs ?? Number.POSITIVE_INFINITY, settled.dueAt, desk.nextAt())
    if (nextAt > START_MS + DAY_MS + QUIET_MS) break
    stage.moveTo(nextAt)
    if (next !== undefined && next.atMs <= stage.now()) {
      queue.take()
      await next.act()
    }
    settled = await stage.settle()
    if (settled.cases !== seen) await planted.plant()
    await desk.work(settled.cases !== seen)
    seen = settled.cases
    done += 1
    const hour = ((stage.now() - START_MS) / HOUR_MS).toFixed(1)
    progress.show(
      `hour ${hour}: ${played.length} of ${count} orders, ${desk.touches.length} touches, ${done} steps`,
    )
  }
  return { played, sentBack }
}

type Payment = Readonly<{ afterMs: number; minor: bigint; isSecond: boolean }>

const NAIRA = 100n

function paymentsOf({ story, paysAfterMs, channel }: Plan, { minor }: Order): Payment[] {
  const first = { afterMs: paysAfterMs, minor, isSecond: false }
  const later = (afterMs: number, more: Partial<Payment> = {}) => ({
    ...first,
    afterMs: paysAfterMs + afterMs,
    ...more,
  })
  const whole = minor - (minor % NAIRA)
  switch (story) {
    case 'rounded':
      return [{ ...first, minor: whole }]
    case 'over':
      return [{ ...first, minor: whole + 500n * NAIRA }]
    case 'twice':
    case 'twice_from_another':
      return [first, later(10 * MINUTE_MS, { isSecond: true })]
    case 'late':
      return channel === 'claim' ? [first] : [later((LINK_MINUTES + 30) * MINUTE_MS)]
    case 'split':
      return [
        { ...first, minor: ((whole * 6n) / 10n / NAIRA) * NAIRA },
        later(20 * MINUTE_MS, { minor: minor - ((whole * 6n) / 10n / NAIRA) * NAIRA }),
      ]
    case 'short':
      return [{ ...first, minor: ((whole * 7n) / 10n / NAIRA) * NAIRA }]
    default:
      return [first]
  }
}

function mayGoBack({ story }: Plan): boolean {
  return story === 'late' || story === 'short'
}

function lineOf(
  { plan, order, saysWhose, customer }: Played,
  minor: bigint,
  payer: Payer,
  atMs: number,
): BankLine {
  const externalId = newId()
  const isThird = plan.story === 'third_party'
  const code = plan.channel === 'link' && plan.writesCode ? order?.code : undefined
  const words = isThird && saysWhose ? `FOR ${customer.name}` : 'TRF'
  // Half of the banks that hide the number show the name.
  const shown = plan.isHidden ? (plan.namesAccount ? { name: payer.name } : {}) : payer
  return {
    externalId,
    accountNumber: '',
    direction: 'credit',
    kind: 'payment',
    grossMinor: minor,
    settledMinor: minor,
    bookedAt: new Date(atMs),
    valueDate: lagosDay(atMs),
    sessionId: externalId.replaceAll('-', ''),
    payer: shown,
    narration: `NIP/${code ?? words}`,
    raw: {},
  }
}

function lagosDay(atMs: number): string {
  return new Date(atMs + LAGOS_MS).toISOString().slice(0, 10)
}

const FIRST = [
  'ADAEZE',
  'MUSA',
  'TUNDE',
  'NGOZI',
  'FATIMA',
  'EMEKA',
  'HALIMA',
  'SEGUN',
  'IFEOMA',
  'BASHIR',
  'KEMI',
]
const MIDDLE = ['CHIOMA', 'IBRAHIM', 'OLUWASEUN', 'AMARA', 'YAKUBU', 'FOLAKE', 'UCHE', 'RUTH', 'DAVID']
const LAST = [
  'OBI',
  'BELLO',
  'ADEBAYO',
  'EZE',
  'SANI',
  'OKAFOR',
  'BALOGUN',
  'NWOSU',
  'ABUBAKAR',
  'LAWAL',
  'UDOH',
  'IGWE',
  'ALIYU',
]
const BANKS = ['000013', '000014', '000016', '000004', '000015']

function payerOf(number: number, { story }: Plan): Payer {
  const from = <T>(names: readonly T[], step: number): T =>
    names[Math.floor(number / step) % names.length] as T
  const name = `${from(FIRST, 1)} ${from(MIDDLE, 11)} ${from(LAST, 99)}`
  return {
    accountNumber: String(1_000_000_000 + number),
    bankCode: from(BANKS, 3),
    name: story === 'listed' ? LISTED : story === 'resembles_listed' ? RESEMBLES : name,
  }
}
