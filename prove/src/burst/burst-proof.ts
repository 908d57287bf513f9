import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { drawOrder } from '../hour/order.ts'
import { quantile } from '../hour/quantile.ts'
import { readCpu } from '../hour/read-cpu.ts'
import { countSettled, countStatuses } from '../hour/read-settled.ts'
import { type Load, runLoad } from '../hour/run-load.ts'
import { tellCpu } from '../hour/tell-cpu.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'

// Vendors repeat a notification after five minutes if the busy api did not take it, and Providus has no list. Nothing is stuck before that.
const STUCK_MS = 360_000
const LEAST_RATE = 0.95
// In a shorter run, the last requests are a large part of all.
const RATE_JUDGED_FROM_SECONDS = 30

/** A rate far above what the machine can settle: the record month of Nigeria's instant payments had 381 a second. */
export const burstProof: Proof = {
  name: 'burst',
  sentence:
    'More buys than the machine can settle are accepted for a while; afterwards each is delivered once, and none is lost.',
  sizes: { rate: { full: 381, short: 60 }, seconds: { full: 60, short: 5 } },
  run: async ({ size, progress }) => {
    const [rate, seconds] = [size('rate'), size('seconds')]
    const stack = await raiseLiveStack({ BANK_POLL_SECONDS: '5' }, { bank: {}, delivery: {} })
    const pool = createPool(stack.databaseUrl('afara_worker'), { max: 2, applicationName: 'proof' })
    try {
      for (const { url } of stack.chains?.all ?? []) await askChain(url, 'evm_setIntervalMining', 1)
      const before = readCpu()
      const load = runLoad(stack, rate, seconds)
      const began = performance.now()
      await sleep(seconds * 1_000)
      const inTime = load.acceptMs.length
      progress.say(
        `${seconds} s: ${inTime} of ${rate * seconds} accepted, ${await countSettled(pool)} settled`,
      )
      await load.ended
      const acceptedS = (performance.now() - began) / 1_000
      const mostAt = await drain(pool, load, progress)
      const sinceLoadS = (at: number) => (at - began) / 1_000 - seconds
      const [drained99S, drainedS] = [sinceLoadS(mostAt), sinceLoadS(performance.now())]
      progress.say(`CPU per buy, in ms: ${tellCpu(before, readCpu(), load.paidAt.size)}`)
      return await judge({ pool, stack, load }, { rate, seconds, inTime, acceptedS, drained99S, drainedS })
    } finally {
      await pool.end()
      await stack.stop()
    }
  },
}

/** Waits until every accepted buy is settled, or until none was settled for six minutes. Returns when 99 % were. */
async function drain(pool: Pool, load: Load, progress: Progress): Promise<number> {
  let settled = -1
  let since = performance.now()
  let mostAt: number | undefined
  while (settled < load.paidAt.size && performance.now() - since < STUCK_MS) {
    const now = await countSettled(pool)
    if (now > settled) since = performance.now()
    settled = now
    if (settled >= load.paidAt.size * 0.99) mostAt ??= performance.now()
    progress.show(await countStatuses(pool))
    await sleep(1_000)
  }
  return mostAt ?? performance.now()
}

async function judge(
  { pool, stack, load }: { pool: Pool; stack: LiveStack; load: Load },
  times: {
    rate: number
    seconds: number
    inTime: number
    acceptedS: number
    drained99S: number
    drainedS: number
  },
): Promise<Outcome> {
  const { rate, seconds, inTime, acceptedS, drained99S, drainedS } = times
  const { paidAt, acceptMs, refused, broken } = load
  const delivered = await countDeliveries(stack)
  const wallets = Array.from({ length: rate * seconds }, (_, number) => drawOrder(number, ['']))
    .filter(({ reference }) => paidAt.has(reference))
    .map(({ wallet }) => delivered.get(wallet) ?? 0)
  const lost = wallets.filter((count) => count === 0).length
  const twice = wallets.filter((count) => count > 1).length
  const { findings } = await runChecks(pool)
  const shortfalls = [
    paidAt.size < rate * seconds && `only ${paidAt.size} of ${rate * seconds} buys were accepted and paid`,
    seconds >= RATE_JUDGED_FROM_SECONDS &&
      inTime < rate * seconds * LEAST_RATE &&
      `only ${inTime} of ${rate * seconds} buys were accepted within ${seconds} s`,
    lost > 0 && `${lost} accepted and paid buys were not delivered: ${await countStatuses(pool)}`,
    twice > 0 && `${twice} buys were delivered more than once`,
    ...[...refused].map(([answer, count]) => `${count} buys were answered ${answer}`),
    ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      rate,
      seconds,
      accepted: acceptMs.length,
      accepted_in_time: inTime,
      accepted_per_s: (acceptMs.length / acceptedS).toFixed(1),
      accept_p50_ms: quantile(acceptMs, 0.5).toFixed(0),
      accept_p99_ms: quantile(acceptMs, 0.99).toFixed(0),
      lost,
      twice,
      drained_99_s: drained99S.toFixed(0),
      drained_s: drainedS.toFixed(0),
      settled_per_s: (paidAt.size / (seconds + drainedS)).toFixed(1),
      broken_connections: [...broken.values()].reduce((sum, count) => sum + count, 0),
    },
    shortfalls,
  }
}

/** Counts the final transfers of our lanes to each wallet, as the chains themselves tell. */
async function countDeliveries({ chains }: LiveStack): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { to } of (await chains?.sent()) ?? []) {
    const wallet = to.toLowerCase()
    counts.set(wallet, (counts.get(wallet) ?? 0) + 1)
  }
  return counts
}
