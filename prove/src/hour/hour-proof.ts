import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { quantile } from './quantile.ts'
import { readCpu } from './read-cpu.ts'
import { type Course, countSettled, countStatuses, readCourses } from './read-settled.ts'
import { type Load, runLoad } from './run-load.ts'
import { tellCpu } from './tell-cpu.ts'
import { countEvents, openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const ALL_WITHIN_MS = 120_000
const P50_MS = 1_000
const P99_MS = 5_000
// The interval of production. By default, the stack polls the banks' lists more often.
const AS_IN_SERVICE = { BANK_POLL_SECONDS: '5' }
// Shorter runs mostly measure the start of the stack.
const JUDGED_FROM_SECONDS = 120

type Minute = Readonly<{ paid: number; settled: number; backlog: number }>

export const hourProof: Proof = {
  name: 'hour',
  sentence:
    'Buys that arrive and are paid at a steady rate are delivered at that rate, without a growing backlog.',
  sizes: { rate: { full: 50, short: 10 }, minutes: { full: 10, short: 0 }, seconds: { full: 0, short: 30 } },
  run: async ({ size, progress }) => {
    const rate = size('rate')
    const seconds = size('seconds') || size('minutes') * 60
    const stack = await raiseLiveStack(AS_IN_SERVICE, { bank: {}, delivery: {} })
    const pool = createPool(stack.databaseUrl('afara_worker'), { max: 3, applicationName: 'proof' })
    const receiver = await openWebhookReceiver(stack)
    try {
      await mineBySeconds(stack)
      const before = readCpu()
      const load = runLoad(stack, rate, seconds)
      const minutes = await watch(pool, load, seconds, progress)
      progress.say(`CPU per buy, in ms: ${tellCpu(before, readCpu(), load.paidAt.size)}`)
      await untilAllSettled(pool, load, progress)
      const unnotified = await untilAllNotified(pool, receiver)
      return await judge(pool, load, minutes, { rate, seconds, unnotified, progress })
    } finally {
      await pool.end()
      await stack.stop()
      await receiver.stop()
    }
  },
}

/** Makes one block a second, as the networks do. A block for each transaction would cost more than the transaction itself. */
async function mineBySeconds({ chains }: LiveStack): Promise<void> {
  for (const { url } of chains?.all ?? []) await askChain(url, 'evm_setIntervalMining', 1)
}

/** Records the paid, settled and pending buys at the end of each minute, or of each ten seconds in a short run. */
async function watch(pool: Pool, load: Load, seconds: number, progress: Progress): Promise<Minute[]> {
  const everySeconds = seconds >= JUDGED_FROM_SECONDS ? 60 : 10
  const minutes: Minute[] = []
  const began = performance.now()
  let before = { paid: 0, settled: 0 }
  for (let second = everySeconds; second <= seconds; second += everySeconds) {
    await sleep(Math.max(0, began + second * 1000 - performance.now()))
    const now = { paid: load.paidAt.size, settled: await countSettled(pool) }
    const minute = {
      paid: now.paid - before.paid,
      settled: now.settled - before.settled,
      backlog: now.paid - now.settled,
    }
    progress.say(
      `${second} s: paid ${minute.paid}, settled ${minute.settled}, backlog ${minute.backlog}; ` +
        `accepted within ${quantile(load.acceptMs.slice(before.paid), 0.99).toFixed(0)} ms (p99)`,
    )
    minutes.push(minute)
    before = now
  }
  await load.ended
  return minutes
}

async function untilAllSettled(pool: Pool, load: Load, progress: Progress): Promise<void> {
  const deadline = performance.now() + ALL_WITHIN_MS
  while ((await countSettled(pool)) < load.paidAt.size && performance.now() < deadline) {
    progress.show(await countStatuses(pool))
    await sleep(200)
  }
}

/** Returns the number of events that the endpoint did not receive in time. */
async function untilAllNotified(pool: Pool, receiver: WebhookReceiver): Promise<number> {
  const deadline = performance.now() + ALL_WITHIN_MS
  const events = await countEvents(pool)
  while (receiver.count() < events && performance.now() < deadline) await sleep(200)
  return events - receiver.count()
}

async function judge(
  pool: Pool,
  { paidAt, acceptMs, refused, broken }: Load,
  minutes: readonly Minute[],
  {
    rate,
    seconds,
    unnotified,
    progress,
  }: { rate: number; seconds: number; unnotified: number; progress: Progress },
): Promise<Outcome> {
  const courses = await readCourses(pool)
  const gone = [...paidAt].flatMap(([reference, paid]) => {
    const course = courses.get(reference)
    return course === undefined ? [] : [{ paid, ...course }]
  })
  const waits = gone.map(({ paid, sent }) => sent - paid)
  for (const [what, count] of broken)
    progress.say(`a connection broke ${count} times (${what}), and the buy was sent again`)
  progress.say(`time per step, p50/p99 in ms: ${describe(gone)}`)
  const settled = await countSettled(pool)
  const { findings } = await runChecks(pool)
  const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)]
  // The first minute fills the pipeline. After it the backlog may not grow.
  const [first, last] = [minutes[0]?.backlog ?? 0, minutes.at(-1)?.backlog ?? 0]
  const isJudged = seconds >= JUDGED_FROM_SECONDS
  const during = minutes.reduce((sum, minute) => sum + minute.settled, 0)
  const shortfalls = [
    paidAt.size < rate * seconds * 0.99 &&
      `only ${paidAt.size} of ${rate * seconds} buys were accepted and paid`,
    settled < paidAt.size &&
      `${paidAt.size - settled} paid buys were not delivered: ${await countStatuses(pool)}`,
    unnotified > 0 && `${unnotified} events did not reach the endpoint`,
    isJudged && last > first + rate * 5 && `the backlog grew from ${first} to ${last} buys`,
    isJudged && p50 > P50_MS && `for half of the buys, more than ${P50_MS} ms passed from payment to sending`,
    isJudged &&
      p99 > P99_MS &&
      `for one buy in a hundred, more than ${P99_MS} ms passed from payment to sending`,
    ...[...refused].map(([answer, count]) => `${count} buys were answered ${answer}`),
    ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      rate,
      seconds,
      accepted: paidAt.size,
      settled,
      accepted_per_s: (paidAt.size / seconds).toFixed(1),
      settled_per_s: (during / seconds).toFixed(1),
      backlog_first: first,
      backlog_last: last,
      sent_p50_ms: p50.toFixed(0),
      sent_p99_ms: p99.toFixed(0),
      accept_p99_ms: quantile(acceptMs, 0.99).toFixed(0),
      unnotified,
      broken_connections: [...broken.values()].reduce((sum, count) => sum + count, 0),
    },
    shortfalls,
  }
}

function describe(gone: ReadonlyArray<Course & { paid: number }>): string {
  const parts = ['paid', 'recorded', 'matched', 'cleared', 'opened', 'sent', 'final'] as const
  return parts
    .slice(1)
    .map((part, place) => {
      const before = parts[place] ?? 'paid'
      const took = gone.map((course) => course[part] - course[before])
      return `${part} ${quantile(took, 0.5).toFixed(0)}/${quantile(took, 0.99).toFixed(0)}`
    })
    .join(', ')
}
