import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { createRandom } from '../fuzz/random.ts'
import { runLoad } from '../hour/run-load.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'
import { fillUpTo, receiveByNumber, receiveBySequence } from './receivers.ts'
import { createReplica, type Replica } from './replica.ts'
import { sellSome } from './sell-some.ts'

const RATE = 10
const QUIET_WITHIN_MS = 300_000

export const feedProof: Proof = {
  name: 'feed',
  sentence:
    'Receivers rebuild every transaction from the feed alone, from its start or after a gap, although the worker is killed.',
  sizes: { seconds: { full: 60, short: 15 } },
  run: async ({ size, progress }) => {
    const stack = await raiseLiveStack({}, { bank: {}, delivery: {} })
    const pool = createPool(stack.databaseUrl('afara_worker'), { max: 2, applicationName: 'proof' })
    try {
      return await follow(stack, pool, size('seconds'), progress)
    } finally {
      await pool.end()
      await stack.stop()
    }
  },
}

async function follow(stack: LiveStack, pool: Pool, seconds: number, progress: Progress): Promise<Outcome> {
  const client = createFeedClient(stack)
  const follower = createReplica()
  const byNumber = receiveByNumber(client, createRandom(1))
  const bySequence = receiveBySequence(client, createRandom(2))
  let isOver = false
  let disorder = 0
  const reading = (async () => {
    for (;;) {
      const page = await client.read(follower.lastNumber(), { wait: 2 })
      for (const event of page) {
        if (follower.gapByNumber(event) || follower.gapBySequence(event)) disorder += 1
        follower.take(event)
      }
      await byNumber.bring(page)
      await bySequence.bring(page)
      progress.show(`${follower.events()} events of ${follower.transactions().size} transactions`)
      if (isOver && page.length === 0) return
    }
  })()

  const load = runLoad(stack, RATE, seconds)
  const selling = sellSome(stack, Math.ceil(seconds / 3), seconds)
  await sleep(seconds * 500)
  await stack.crashWorker()
  progress.say('the worker was killed and is running again')
  await load.ended
  const refused = await selling
  const isQuiet = await untilQuiet(pool)
  isOver = true
  await reading

  // No event follows the last gap. A receiver finds it when it asks the feed for the next event.
  const tail = byNumber.replica.lastNumber() < follower.lastNumber() ? 1 : 0
  await fillUpTo(client, byNumber.replica, follower.lastNumber())
  const newcomer = await fromZero(client)
  const replicas = [follower, byNumber.replica, bySequence.replica, newcomer]
  const wrong = await compare(client, replicas)
  const gaps = [byNumber.gaps(), bySequence.gaps()]
  const made = gaps.reduce((sum, one) => sum + one.made, 0)
  const detected = gaps.reduce((sum, one) => sum + one.detected, 0) + tail
  const { findings } = await runChecks(pool)
  const shortfalls = [
    ...wrong.slice(0, 5),
    ...refused.slice(0, 3).map((answer) => `a sell was not accepted: ${answer}`),
    disorder > 0 && `${disorder} events reached the first receiver out of order`,
    !isQuiet &&
      'not every buy and sell was completed, so transactions may have changed during the comparison',
    made === 0 && 'no gap was made, so none was tested',
    made !== detected && `${made} gaps were made, but ${detected} were noticed`,
    load.paidAt.size < RATE * seconds * 0.9 && `only ${load.paidAt.size} buys were accepted`,
    newcomer.events() !== follower.events() &&
      `the first receiver has ${follower.events()} events, but the one that started later has ${newcomer.events()}`,
    ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      events: newcomer.events(),
      transactions: newcomer.transactions().size,
      receivers: replicas.length,
      rebuilt_wrong: wrong.length,
      gaps_made: made,
      gaps_detected: detected,
    },
    shortfalls,
  }
}

/** Reads the feed from its start in pages of an odd size, as a new receiver does. */
async function fromZero(client: FeedClient): Promise<Replica> {
  const replica = createReplica()
  for (;;) {
    const page = await client.read(replica.lastNumber(), { limit: 37 })
    if (page.length === 0) return replica
    for (const event of page) replica.take(event)
  }
}

/** Waits until every buy and sell is completed and every event has its number. */
async function untilQuiet(pool: Pool): Promise<boolean> {
  const until = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*) from transaction where type <> 'drill' and status <> 'completed')
         + (select count(*) from transaction_event e where not exists (
             select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)) as open`,
    )
    if (Number(rows[0]?.open) === 0) return true
    if (performance.now() > until) return false
    await sleep(500)
  }
}

/** Compares the transactions of each receiver with the API's answers: the single transaction and the list. */
async function compare(client: FeedClient, replicas: readonly Replica[]): Promise<string[]> {
  const listed = await client.list()
  const wrong: string[] = []
  for (const [id, inList] of listed) {
    const one = await client.readOne(id)
    if (one !== inList) wrong.push(`${id}: the list shows ${inList}, but the single transaction is ${one}`)
    for (const [place, replica] of replicas.entries()) {
      const believed = replica.transactions().get(id)?.transaction
      if (believed !== one) wrong.push(`${id}: receiver ${place} has ${believed}, but the API returns ${one}`)
    }
  }
  for (const [place, replica] of replicas.entries())
    for (const id of replica.transactions().keys())
      if (!listed.has(id))
        wrong.push(`${id}: receiver ${place} has this transaction, but the API does not list it`)
  return wrong
}
