import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { untilTrue } from '../credits/until-told.ts'
import { createRandom } from '../fuzz/random.ts'
import { quantile } from '../hour/quantile.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { judgeReceipts, type Verdict } from './judge-receipts.ts'
import { makeEvents } from './make-events.ts'
import { measureAttempts } from './measure-attempts.ts'
import { openSubscribers, type Subscriber } from './open-subscribers.ts'
import { countWaiting, readDeliveries, tellWaits } from './read-deliveries.ts'
import { readWholeFeed } from './read-feeds.ts'
import { isCurable, receiverKinds } from './receiver-kind.ts'
import { type Receivers, startReceivers } from './receivers-process.ts'

const P99_MS = 2_000
const SETTLED_WITHIN_MS = 300_000
/** Share of the events before the first kill. */
const CALM_SHARE = 0.4
/** Shares of these events before the CPU is counted, because a process that has just started compiles its code, and before receivers fail. */
const WARM_UP_SHARE = 0.25
const WELL_SHARE = 0.75
/** Retries come sooner than in production, so that the run sees their outcome. The last delay is the longest that fits into a run. */
const RETRY_SECONDS = '2,5,10,20,30,40,60'

export const webhooksProof: Proof = {
  name: 'webhooks',
  sentence:
    'Every event reaches every endpoint or stays pending, although endpoints fail, hang or attack and the worker is killed.',
  sizes: {
    endpoints: { full: 1_000, short: 100 },
    deliveries: { full: 50_000, short: 1_000 },
    seconds: { full: 600, short: 16 },
    kills: { full: 10, short: 2 },
  },
  run: async (input) => {
    const stack = await raiseLiveStack({ WEBHOOK_RETRY_SECONDS: RETRY_SECONDS })
    const owner = createPool(stack.databaseUrl('afara_owner'), { max: 4, applicationName: 'proof' })
    const receivers = await startReceivers(stack.beside)
    try {
      return await deliver(input, stack, owner, receivers)
    } finally {
      await receivers.stop()
      await owner.end()
      await stack.stop()
    }
  },
}

async function deliver(
  { size, progress }: ProofInput,
  stack: LiveStack,
  owner: Pool,
  receivers: Receivers,
): Promise<Outcome> {
  const { apiUrl } = stack
  const secrets: Record<string, string> = {}
  const places = { apiUrl, owner, receiversUrl: receivers.url }
  const subscribers = await openSubscribers(places, size('endpoints'), (place, secret) => {
    secrets[place] = secret
  })
  await receivers.tellSecrets(secrets)
  progress.say(`${size('endpoints')} endpoints of ${subscribers.length} businesses`)

  const events = Math.ceil((size('deliveries') * subscribers.length) / size('endpoints'))
  const calm = Math.floor(events * CALM_SHARE)
  const calmSeconds = size('seconds') * CALM_SHARE
  const makeCalm = async (from: number, to: number): Promise<string[]> =>
    makeEvents(apiUrl, subscribers, { from, to, seconds: (calmSeconds * (to - from)) / calm })
  const [warm, well] = [Math.floor(calm * WARM_UP_SHARE), Math.floor(calm * WELL_SHARE)]
  const refused = await makeCalm(0, warm)
  const cost = await measureAttempts(receivers, async () => {
    refused.push(...(await makeCalm(warm, well)))
    await sleep(P99_MS)
  })
  progress.say(`CPU per attempt, in ms: ${cost.told}`)
  await receivers.sicken()
  refused.push(...(await makeCalm(well, calm)))
  await sleep(P99_MS)
  const killingFrom = Date.now()
  progress.say(`${calm} events without kills; now the worker is killed`)
  const rest = { from: calm, to: events, seconds: size('seconds') * (1 - CALM_SHARE) }
  const [alsoRefused] = await Promise.all([
    makeEvents(apiUrl, subscribers, rest),
    killWorker(stack, size('kills'), rest.seconds, async (turn) => {
      if (turn === Math.floor(size('kills') / 2)) await receivers.heal()
    }),
  ])
  const curable = receiverKinds.filter(isCurable)
  const isSettled = await untilTrue(
    async () => {
      const waiting = await countWaiting(owner, curable)
      progress.show(`${waiting} deliveries still wait`)
      return waiting === 0
    },
    SETTLED_WITHIN_MS,
    1_000,
  )
  await sleep(1_000)
  const verdict = await judge(stack, owner, receivers, subscribers)
  progress.say(`without kills, at healthy endpoints: ${await tellWaits(owner, new Date(killingFrom))}`)
  const { findings } = await runChecks(owner)
  const times = timesOf(verdict, killingFrom)
  const isJudged = size('endpoints') >= 1_000
  const shortfalls = [
    ...[...refused, ...alsoRefused].slice(0, 3).map((answer) => `a buy was not accepted: ${answer}`),
    verdict.wanted < size('deliveries') &&
      `only ${verdict.wanted} of ${size('deliveries')} deliveries were due`,
    !isSettled && 'deliveries still wait for endpoints that accept everything',
    ...verdict.missing.slice(0, 5).map((one) => `missing: ${one}`),
    ...verdict.invented.slice(0, 5).map((one) => `received, but never sent: ${one}`),
    isJudged &&
      times.calm.p99 > P99_MS &&
      `without kills, one delivery in a hundred took more than ${P99_MS} ms`,
    ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      endpoints: size('endpoints'),
      deliveries: verdict.wanted,
      delivered: verdict.delivered,
      accounted: verdict.accounted,
      missing: verdict.missing.length,
      invented: verdict.invented.length,
      duplicates: verdict.duplicates,
      healthy_p50_ms: times.calm.p50.toFixed(0),
      healthy_p99_ms: times.calm.p99.toFixed(0),
      killed_p50_ms: times.killed.p50.toFixed(0),
      killed_p99_ms: times.killed.p99.toFixed(0),
      kills: size('kills'),
      cpu_ms_per_attempt: cost.ms.toFixed(2),
    },
    shortfalls,
  }
}

async function killWorker(
  stack: LiveStack,
  kills: number,
  seconds: number,
  onKill: (turn: number) => Promise<void>,
): Promise<void> {
  const random = createRandom(kills)
  const restMs = (seconds * 1000) / (kills + 1) / 2
  for (let turn = 0; turn < kills; turn += 1) {
    await sleep(random.between(Math.floor(restMs / 2), Math.ceil(restMs * 1.5)))
    await stack.crashWorker()
    await onKill(turn)
  }
}

async function judge(
  { apiUrl }: LiveStack,
  owner: Pool,
  receivers: Receivers,
  subscribers: readonly Subscriber[],
): Promise<Verdict> {
  const rows = await readDeliveries(owner, receivers.url)
  const receipts = await receivers.readLog()
  const feeds: Array<
    Readonly<{ subscriber: Subscriber; events: Awaited<ReturnType<typeof readWholeFeed>> }>
  > = []
  for (const subscriber of subscribers)
    feeds.push({ subscriber, events: await readWholeFeed(apiUrl, subscriber) })
  return judgeReceipts(feeds, receipts, rows)
}

/** Returns the times of events before the kills, and of those that may have met a killed worker. */
function timesOf({ healthy }: Verdict, killingFrom: number) {
  const of = (isKilled: boolean) => {
    const took = healthy
      .filter(({ createdAt }) => createdAt >= killingFrom === isKilled)
      .map(({ tookMs }) => tookMs)
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
  }
  return { calm: of(false), killed: of(true) }
}
