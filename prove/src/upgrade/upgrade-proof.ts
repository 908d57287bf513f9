import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { readTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { findLastRelease } from './old-release.ts'
import { type Buyers, createBuyers } from './steady-buyers.ts'
import { raiseLastRelease, type TwoReleases } from './two-releases.ts'
import { watchLocks } from './watch-locks.ts'

const ENDED_WITHIN_MS = 300_000
const LONGEST_LOCK_MS = 200
const PER_SECOND = 2
const MIGRATOR = 'afara-migrate'
const { decimals } = simulatedNetworks.polygon

export const upgradeProof: Proof = {
  name: 'upgrade',
  sentence: 'A release replaces the last one process by process under load, and no customer notices.',
  sizes: { settled: { full: 20_000, short: 200 }, running: { full: 1_000, short: 50 } },
  run: async ({ size, progress }: ProofInput) => {
    const commit = findLastRelease()
    progress.say(`the last release is ${commit}`)
    const releases = await raiseLastRelease(commit)
    const pool = createPool(releases.databaseUrl('afara_owner'), { max: 3, applicationName: 'proof' })
    try {
      return await upgrade(releases, pool, { settled: size('settled'), running: size('running'), progress })
    } finally {
      await pool.end()
      await releases.stop()
    }
  },
}

async function upgrade(
  releases: TwoReleases,
  pool: Pool,
  { settled, running, progress }: Readonly<{ settled: number; running: number; progress: Progress }>,
): Promise<Outcome> {
  const buyers = createBuyers(releases)
  await buyers.buy(settled)
  const before = await untilEnded(pool, settled, progress)
  // These run when the upgrade begins, and others begin all the time.
  await buyers.buy(running)
  const load = buyers.goOn(PER_SECOND)
  const open = buyers.bought.length - (await countCompleted(pool))
  const locks = watchLocks(pool, MIGRATOR)
  await releases.migrate(MIGRATOR)
  const longest = await locks.stop()
  progress.say(
    `the SQL of this tree is applied; ${open} buys were running; the longest wait: ${longest.ms.toFixed(0)} ms, ${longest.who}`,
  )
  for (const name of ['signer', 'payer', 'worker', 'reconciler', 'api'] as const) {
    await releases.replace(name)
    progress.say(`${name} is replaced; ${buyers.bought.length} buys so far`)
  }
  await load.stop()
  const stuck = await untilEnded(pool, buyers.bought.length, progress)
  const { difference, words } = await countKobo(releases, buyers)
  const { checks, findings } = await runChecks(pool)
  return {
    figures: {
      settled,
      running: open,
      during: buyers.bought.length - settled - running,
      requests: buyers.requests(),
      failed_requests: buyers.failures.length,
      stuck,
      kobo_difference: String(difference),
      longest_lock_ms: longest.ms.toFixed(0),
      checks,
    },
    shortfalls: [
      ...buyers.failures.slice(0, 10),
      ...words.slice(0, 10),
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      before > 0 && `${before} buys did not end before the upgrade`,
      stuck > 0 && `${stuck} buys did not end`,
      open < running / 5 && `only ${open} buys were running when the upgrade began`,
      longest.ms > LONGEST_LOCK_MS &&
        `a session waited ${longest.ms.toFixed(0)} ms for the migration: ${longest.who}`,
    ].filter((shortfall) => shortfall !== false),
  }
}

/** Waits until this many buys are completed. Returns how many are not. */
async function untilEnded(pool: Pool, count: number, progress: Progress): Promise<number> {
  const deadline = performance.now() + ENDED_WITHIN_MS + count * 300
  for (;;) {
    const completed = await countCompleted(pool)
    progress.show(`${completed} of ${count} buys completed`)
    if (completed >= count || performance.now() > deadline) return count - completed
    await sleep(500)
  }
}

async function countCompleted(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ completed: number }>(
    "select count(*)::int as completed from transaction where type = 'buy' and status = 'completed'",
  )
  return rows[0]?.completed ?? 0
}

/** Compares what each customer paid with the tokens in the wallet that only this customer has. The seed's business pays no fee. */
async function countKobo({ chain }: TwoReleases, { bought }: Buyers) {
  let difference = 0n
  const words: string[] = []
  for (const { id, naira, wallet } of bought) {
    const units = await readTokens(chain.url, wallet)
    const minor = units / 10n ** BigInt(decimals - 2)
    const wanted = BigInt(naira) * 100n
    if (minor === wanted && units % 10n ** BigInt(decimals - 2) === 0n) continue
    difference += minor > wanted ? minor - wanted : wanted - minor
    words.push(`${id} paid ${wanted} kobo, and its wallet has ${minor}`)
  }
  return { difference, words }
}
