import { setTimeout as sleep } from 'node:timers/promises'
import { patiently } from '../credits/patiently.ts'
import { type Customers, createCustomers } from '../customers.ts'
import type { createRandom } from '../fuzz/random.ts'
import type { Outcome, ProofInput } from '../proof.ts'
import { drawPurchases, openWallets } from './draw-purchases.ts'
import { endQuietly } from './end-quietly.ts'
import { orderOf } from './order-of.ts'
import { paymentsOf } from './payments-of.ts'
import type { Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'
import { weigh } from './weigh.ts'

const MOVING_WITHIN_SECONDS = 60

/** Deletes Restate and its disk while this many buys are paid and not delivered. All of them must continue from the rows in PostgreSQL. */
export async function loseEngine(
  stage: Stage,
  random: (part: number) => ReturnType<typeof createRandom>,
  { size, progress }: ProofInput,
): Promise<Outcome> {
  const { stack, desk, owner } = stage
  const count = size('transactions')
  const purchases = drawPurchases(random(1), count, stage).map((purchase) => ({
    ...purchase,
    account: purchase.shop.ownAccount,
    conduct: 'pays' as const,
    faults: [],
  }))
  await openWallets(stage, purchases)
  const customers = createCustomers(
    stack.apiUrl,
    (purchase: Purchase) => orderOf(purchase, stage.vendorNames),
    random(2),
  )
  // The worker is paused until every buy is paid, so that this many buys are really in progress.
  stack.pauseWorker()
  await Promise.all(Array.from({ length: 32 }, (_, lane) => askAll(customers, purchases, lane, 32)))
  await desk.pay(purchases.flatMap(paymentsOf))
  stack.resumeWorker()
  await until(async () => (await countFinished(owner)) >= count * 0.05)
  const finishedBefore = await countFinished(owner)
  await stack.loseEngine()
  const [lostAt, startedAt] = [new Date(), performance.now()]
  progress.say(`engine and its disk deleted with ${count - finishedBefore} buys in flight`)
  await endQuietly({ stage, purchases, customers, progress, withinMs: 240_000, calm: () => {} })
  const seconds = (performance.now() - startedAt) / 1000
  customers.close()
  const { verdict, kobo } = await weigh(stage, purchases, customers)
  const movingAfter = await lastToMove(owner, lostAt)
  return {
    figures: {
      transactions: count,
      in_flight: count - finishedBefore,
      moving_again_seconds: movingAfter.toFixed(1),
      completed: verdict.completed,
      paid_twice: verdict.paidTwice.length,
      lost: verdict.lost.length,
      stuck: verdict.stuck.length,
      unserved: verdict.unserved.length,
      kobo_difference: String(kobo.difference),
      seconds: seconds.toFixed(1),
    },
    shortfalls: [
      ...[
        ...verdict.paidTwice,
        ...verdict.lost,
        ...verdict.stuck,
        ...verdict.unserved,
        ...verdict.wrong,
      ].slice(0, 8),
      ...kobo.words,
      ...unless(verdict.completed === count, `only ${verdict.completed} of ${count} buys were completed`),
      ...unless(
        count - finishedBefore >= count * 0.8,
        `only ${count - finishedBefore} buys were in flight when the disk was deleted`,
      ),
      ...unless(
        movingAfter <= MOVING_WITHIN_SECONDS,
        `the last buy moved again only after ${movingAfter.toFixed(1)} s`,
      ),
    ],
  }
}

async function askAll(
  customers: Customers<Purchase>,
  purchases: readonly Purchase[],
  lane: number,
  lanes: number,
): Promise<void> {
  for (let at = lane; at < purchases.length; at += lanes) {
    const purchase = purchases[at]
    if (purchase !== undefined) await customers.ask(purchase)
  }
}

async function countFinished(owner: Stage['owner']): Promise<number> {
  return patiently(async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from transaction where type = 'buy' and status = 'completed'`,
    )
    return rows[0]?.count ?? 0
  })
}

/** Returns the seconds between the loss and the next step of the slowest buy that was in progress. */
async function lastToMove(owner: Stage['owner'], lostAt: Date): Promise<number> {
  const { rows } = await owner.query<{ seconds: number | null }>(
    `select extract(epoch from max(first) - $1::timestamptz)::float8 as seconds from (
       select min(happened_at) as first from transaction_event where type = 'buy' and happened_at > $1 group by transaction_id) e`,
    [lostAt],
  )
  return rows[0]?.seconds ?? Infinity
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 180_000
  while (!(await isTrue()) && performance.now() < deadline) await sleep(50)
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}
