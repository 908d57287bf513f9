import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { endQuietly } from '../buy/end-quietly.ts'
import { bankAccounts } from '../buy/places.ts'
import { setStage } from '../buy/set-stage.ts'
import type { Stage } from '../buy/stage.ts'
import { weigh } from '../buy/weigh.ts'
import { employCustomers } from '../failover/run-customers.ts'
import { countSettled } from '../hour/read-settled.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'

/**
 * Customers buy while the nodes of a Restate cluster are killed, one after the other. Each is back before the next one goes. The same load
 * then runs on a single node, to compare.
 */
export const clusterProof: Proof = {
  name: 'cluster',
  sentence: 'Any node of a Restate cluster may be lost: nothing stops, is lost or is paid twice.',
  sizes: {
    kills: { full: 10, short: 3 },
    'seconds-between': { full: 60, short: 15 },
    rate: { full: 5, short: 2 },
    crowd: { full: 300, short: 30 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: prove,
}

const SETTINGS = { BANK_POLL_SECONDS: '1', BANK_LOOK_BACK_SECONDS: '5' }
const DOWN_SHARE = 0.5
const NODES = 3
const CROWD_WITHIN_MS = 300_000
const LEAST_BUYS_PER_KILL = 10

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const [seed, crowd, kills] = [size('seed'), size('crowd'), size('kills')]
  const open = async (isEngineCluster: boolean): Promise<Stage> => {
    const bank = { accounts: bankAccounts, seed: String(seed) }
    return setStage(await raiseLiveStack(SETTINGS, { bank, delivery: {}, isEngineCluster }), [])
  }
  const single = await open(false)
  let alone: number
  try {
    alone = await timeCrowd(single, employCustomers(single, seed, crowd), crowd)
  } finally {
    await single.clear()
  }
  progress.say(`a single node delivers ${alone.toFixed(2)} buys a second`)

  const stage = await open(true)
  try {
    const { engineCluster } = stage.stack
    if (engineCluster === undefined) throw new Error('the stack has no cluster')
    const between = size('seconds-between') * 1000
    const load = employCustomers(
      stage,
      seed,
      crowd + (kills + 1) * size('seconds-between') * 4 * size('rate'),
    )
    const together = await timeCrowd(stage, load, crowd)
    progress.say(`three nodes deliver ${together.toFixed(2)} buys a second`)
    const stop = load.steadily(size('rate'))
    let killed = 0
    for (; killed < kills; killed += 1) {
      await sleep(between * (1 - DOWN_SHARE))
      await engineCluster.killNode(killed % NODES)
      await sleep(between * DOWN_SHARE)
      await engineCluster.startNode(killed % NODES)
      progress.say(`${killed + 1} of ${kills} nodes killed and started; ${load.come.length} buys`)
    }
    await stop()
    const { customers, come: purchases } = load
    await endQuietly({ stage, purchases, customers, progress, withinMs: 180_000, calm: () => {} })
    customers.close()
    return await judge(stage, load, { killed, seed, ratio: together / alone })
  } finally {
    await stage.clear()
  }
}

type Load = ReturnType<typeof employCustomers>

/** Returns how many buys of a crowd that comes at once are delivered in a second. */
async function timeCrowd({ owner }: Stage, load: Load, crowd: number): Promise<number> {
  const began = performance.now()
  await load.atOnce(crowd)
  while ((await countSettled(owner)) < crowd) {
    if (performance.now() - began > CROWD_WITHIN_MS) throw new Error('the crowd was not served in time')
    await sleep(100)
  }
  return crowd / ((performance.now() - began) / 1000)
}

async function judge(
  stage: Stage,
  { customers, come }: Load,
  { killed, seed, ratio }: Readonly<{ killed: number; seed: number; ratio: number }>,
): Promise<Outcome> {
  const { verdict, kobo, freezes, strayCases } = await weigh(stage, come, customers)
  const { findings } = await runChecks(stage.owner)
  const stuck = [...verdict.stuck, ...verdict.unserved]
  return {
    figures: {
      kills: killed,
      buys: come.length,
      completed: verdict.completed,
      seed,
      acknowledged_lost: verdict.lost.length,
      paid_twice: verdict.paidTwice.length,
      stuck: stuck.length,
      freezes: freezes.length,
      kobo_difference: String(kobo.difference),
      ratio: ratio.toFixed(2),
    },
    shortfalls: [
      ...some(verdict.lost.map((words) => `lost: ${words}`)),
      ...some(verdict.paidTwice.map((words) => `paid twice: ${words}`)),
      ...some(stuck.map((words) => `stuck: ${words}`)),
      ...some(verdict.wrong),
      ...some(freezes),
      ...some(strayCases),
      ...kobo.words,
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...unless(come.length >= killed * LEAST_BUYS_PER_KILL, `only ${come.length} customers came`),
    ],
  }
}
