import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { endQuietly } from '../buy/end-quietly.ts'
import { bankAccounts } from '../buy/places.ts'
import { setStage } from '../buy/set-stage.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { createRandom } from '../fuzz/random.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { openTerminals } from '../restore/terminal.ts'
import { type FailoverRound, failOver, faults } from './failover-round.ts'
import { judgeFailover } from './judge-failover.ts'
import { judgeLosses } from './judge-losses.ts'
import { type LossyRound, loseCommits } from './lossy-round.ts'
import { employCustomers } from './run-customers.ts'
import { employSellers } from './run-sellers.ts'

/**
 * Customers buy, and a shop sells tokens of its balance, while the primary is killed, paused, cut off, or its disk takes no more. The
 * operator's command promotes the standby, which has every commit, and the former primary is copied anew. Nothing that was acknowledged may
 * be lost, nothing may be paid twice, and nobody may have to decide anything.
 */
export const failoverProof: Proof = {
  name: 'failover',
  sentence:
    'When the primary is lost, the standby takes over: nothing is lost or paid twice, and no case needs people.',
  switches: ['asynchronous'],
  sizes: {
    times: { full: 30, short: 4 },
    rate: { full: 5, short: 2 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: async (input) => (input.isOn('asynchronous') ? loseMany(input) : prove(input)),
}

const SETTINGS = { BANK_POLL_SECONDS: '1', BANK_LOOK_BACK_SECONDS: '5' }
const CALM_MS = 3_000
const MOST_SECONDS_PER_ROUND = 400
const BUYS_PER_SELL = 5

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const [times, seed] = [size('times'), size('seed')]
  const stack = await raiseLiveStack(SETTINGS, {
    bank: { accounts: bankAccounts, seed: String(seed) },
    delivery: {},
    standby: 'synchronous',
  })
  const stage = await setStage(stack, [])
  try {
    const { pair } = stack
    if (pair === undefined) throw new Error('the stack has no standby')
    await openBeats(stack.databaseUrl('postgres'))
    const most = times * MOST_SECONDS_PER_ROUND * size('rate')
    const load = employCustomers(stage, seed, most)
    const sellers = await employSellers(stage, seed, Math.ceil(most / BUYS_PER_SELL))
    const stops = [load.steadily(size('rate')), sellers.steadily(size('rate') / BUYS_PER_SELL)]
    const random = createRandom(seed, 7)
    const rounds: FailoverRound[] = []
    for (let number = 1; number <= times; number += 1) {
      await sleep(CALM_MS + random.between(0, 2_000))
      const fault = faults[(number - 1) % faults.length] ?? 'killed'
      const round = await failOver(stage, pair, fault, load.acceptedAt)
      rounds.push(round)
      progress.say(
        `${number} of ${times}, ${fault}: noticed after ${round.detectedSeconds.toFixed(1)} s, accepts after ${round.acceptedSeconds.toFixed(1)} s, signs after ${round.signedSeconds.toFixed(1)} s; ${load.come.length} buys, ${sellers.asked.length} sells`,
      )
      await pair.rebuild()
    }
    await Promise.all(stops.map(async (stop) => stop()))
    const purchases = load.come
    await endQuietly({
      stage,
      purchases,
      customers: load.customers,
      progress,
      withinMs: 180_000,
      calm: () => {},
      sold: sellers.sold,
    })
    load.customers.close()
    sellers.customers.close()
    return await judgeFailover({ stage, purchases, customers: load.customers, sellers, rounds, seed })
  } finally {
    await stage.clear()
  }
}

/** The standby is asynchronous, and its last commits are lost each time. */
async function loseMany({ size, progress }: ProofInput): Promise<Outcome> {
  const [times, seed] = [size('times'), size('seed')]
  const stack = await raiseLiveStack(SETTINGS, {
    bank: { accounts: bankAccounts, seed: String(seed) },
    // Nothing is adopted before every lane was compared with its chain.
    delivery: { networks: liveNetworks },
    standby: 'asynchronous',
  })
  const stage = await setStage(stack, [])
  const terminals = await openTerminals(stage.owner, stack.environment)
  try {
    const { pair } = stack
    const [, shop] = stage.shops
    if (pair === undefined || shop === undefined) throw new Error('the stack has no standby or no business')
    const rounds: LossyRound[] = []
    for (let number = 1; number <= times; number += 1) {
      const round = await loseCommits({ stage, pair, shop, terminals, seed, number })
      rounds.push(round)
      progress.say(
        `${number} of ${times}: ${round.lost.length} payments lost, ${round.named.length} named, frozen: ${round.freezes.join(', ')}`,
      )
    }
    return await judgeLosses(stage, shop, rounds, seed)
  } finally {
    await terminals.close()
    await stage.clear()
  }
}

async function openBeats(url: string): Promise<void> {
  const pool = createPool(url, { max: 1, applicationName: 'proof' })
  await pool.query('create table public.beat (at timestamptz not null)')
  await pool.end()
}
