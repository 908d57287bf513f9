import type { OrderedPayment } from '@afara/stack/simulators/bank-desk.ts'
import { lagosDay } from '@afara/stack/simulators/bank-truth.ts'
import type { Random } from '../fuzz/random.ts'
import type { Progress } from '../progress.ts'
import type { AnswerTrouble } from './answer-faults.ts'
import type { Buyer, Buyers } from './buyers.ts'
import { createPaymentDraw } from './draw-payments.ts'
import type { Imports } from './import-days.ts'
import { places } from './places.ts'
import type { Stage } from './set-stage.ts'
import type { Spoofer } from './spoof.ts'
import { countWaiting, untilTrue } from './until-told.ts'

type Days = Readonly<{
  stage: Stage
  random: Random
  credits: number
  slices: number
  buys: number
  /** Time to wait at the end for faults that have not occurred yet. */
  strikeMs: number
  trouble: AnswerTrouble
  imports: Imports
  spoofer: Spoofer
  buyers: Buyers
  progress: Progress
  /** Called with the share that is over, from 0 to 1. */
  onProgress(share: number): void
}>

// A buy matches a credit that is up to three days older, and a statement has only the day.
const BUYS_FROM_MS = 44 * 3_600_000
const MOST_WAITING = 150
const LEAVE_MS = 20_000
const FIRST_MS = 20_000

/**
 * Runs days at the bank within minutes of real time. In each slice payers pay, some of them for buys, forgers send notifications, and a
 * vendor fails. Then the bank's clock advances, and the statements of past days are imported.
 */
export async function runDays(days: Days): Promise<void> {
  const { stage, slices, credits, trouble, imports, spoofer, buyers, random, progress } = days
  const { desk } = stage
  const draw = createPaymentDraw(random)
  const rotateIn = Math.floor(slices / 3)
  const perSlice = Math.ceil(credits / slices)
  const troubles = Math.ceil(45 / slices)

  for (let slice = 0; slice < slices; slice += 1) {
    if (slice === rotateIn)
      for (const vendor of ['monnify', 'providus', 'paystack']) await desk.rotate(vendor)
    // The slow faults come first, and alone.
    await trouble.begin(slice === 0 ? 2 : troubles)

    const simulated = await desk.now()
    const isBuying = Date.now() - simulated.getTime() < BUYS_FROM_MS
    const left = days.buys - buyers.all().length
    const wanted = isBuying ? Math.ceil(left / Math.max(1, slices - 1 - slice)) : 0
    const comers = slice === slices - 1 ? [] : Array.from({ length: wanted }, () => buyers.draw())
    const [early, late] = [comers.filter((_, at) => at % 2 === 0), comers.filter((_, at) => at % 2 === 1)]

    await Promise.all(early.map(buyers.buy))
    const payments = [
      ...Array.from({ length: perSlice }, () => draw(random.pick(places))),
      ...comers.flatMap((buyer) => orders(buyers, buyer, random)),
    ]
    const half = Math.floor(payments.length / 2)
    await desk.pay(payments.slice(0, half))
    await spoofer.send(Math.ceil(credits / slices / 40) + 2)
    await desk.advance(45)
    await desk.pay(payments.slice(half))
    await Promise.all(late.map(buyers.buy))
    await desk.advance(45)
    for (const { number } of places) await desk.reopen(number)

    await untilTrue(async () => (await countWaiting(stage.worker)) < MOST_WAITING, LEAVE_MS)
    // If a vendor demands a pause of a minute, the worker waits, unless it is killed and forgets the pause. The worker is the first part
    // to be killed.
    if (slice === 0) await untilTrue(async () => trouble.hasStruck(), FIRST_MS)
    await trouble.settle()
    days.onProgress((slice + 1) / slices)
    const { requests, hooks } = await desk.state()
    progress.show(
      `slice ${slice + 1} of ${slices}, bank time ${simulated.toISOString().slice(0, 16)}; ${hooks.delivered} notifications, ${Object.values(requests).reduce((sum, count) => sum + count, 0)} requests, ${await countWaiting(stage.worker)} waiting`,
    )
    await leap(stage, slices - 1 - slice)
    await imports.upTo(await desk.truth(), lagosDay(await desk.now()))
  }
  await letAllStrike(days)
}

/** Keeps paying until every planned fault has occurred. */
async function letAllStrike({ stage, trouble, random, progress, strikeMs }: Days): Promise<void> {
  const draw = createPaymentDraw(random)
  await untilTrue(
    async () => {
      await trouble.settle()
      await trouble.begin(6)
      progress.show('waiting until every fault has occurred')
      if (!trouble.isOver()) await stage.desk.pay(places.map(draw))
      return trouble.isOver()
    },
    strikeMs,
    1_000,
  )
}

function orders(buyers: Buyers, buyer: Buyer, random: Random): OrderedPayment[] {
  return random.oneIn(5) ? [buyers.payment(buyer), buyers.decoy(buyer)] : [buyers.payment(buyer)]
}

/** Advances the bank's clock so that the last slice reaches the present. */
async function leap({ desk }: Stage, slicesLeft: number): Promise<void> {
  const behindMs = Date.now() - (await desk.now()).getTime()
  if (behindMs > 0) await desk.advance(Math.floor(behindMs / 1000 / (slicesLeft + 1)))
}
