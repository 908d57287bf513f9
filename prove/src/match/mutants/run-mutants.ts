import { judgeCredits } from '@afara/server/movements/matching/judge-credits.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { Question } from '@afara/server/movements/matching/open-credit.ts'
import { NotAsRead } from '@afara/server/movements/matching/verdict-store.ts'
import type { Progress } from '../../progress.ts'
import type { ProofPostgres } from '../../proof-postgres.ts'
import { driveWorld } from '../drive/drive-world.ts'
import { setStage } from '../drive/set-stage.ts'
import { judgeRun } from '../verdict/judge-run.ts'
import { buildWorld } from '../world/build-world.ts'
import { MINUTE } from '../world/times.ts'
import type { World } from '../world/world.ts'
import { judgeMutants, type Mutant } from './judge-mutants.ts'

// Small worlds in which every third thing that happens is an attack. A mutant that hides in so many is not caught; most are caught in the
// first, and a few attacks are rare.
const WORLDS = 12
const WORLD = { payments: 300, attacksPerThousand: 450, hours: 8, hasStatements: false }
const SLOT = 20 * MINUTE
const LANES = 2

export type MutantResult = Readonly<{ planted: number; caught: number; shortfalls: readonly string[] }>

/**
 * Judges with one rule left out decide small worlds: each must be caught, and the judge with all its rules must not. Which
 * of the mutants are tried, when not all are, depends on the seed.
 */
export async function runMutants(
  postgres: ProofPostgres,
  { seed, count }: { seed: number; count: number },
  progress: Progress,
): Promise<MutantResult> {
  const first = seed % judgeMutants.length
  const mutants = [...judgeMutants.slice(first), ...judgeMutants.slice(0, first)].slice(0, count)
  const shortfalls: string[] = []
  let caught = 0
  let worldsNeeded = 1
  const waiting = mutants.values()
  const lane = async () => {
    for (const mutant of waiting) {
      const { sign, worlds } = await hunt(postgres, seed, mutant, WORLDS, progress)
      worldsNeeded = Math.max(worldsNeeded, worlds)
      if (sign === undefined) shortfalls.push(`not caught: ${mutant.name}`)
      else caught += 1
      if (sign !== undefined) progress.say(`caught: ${mutant.name} (${sign})`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const sound = { name: 'no mutant', change: (question: Question) => question }
  const { sign: alarm } = await hunt(postgres, seed, sound, worldsNeeded, progress)
  if (alarm !== undefined) shortfalls.push(`with all its rules the judge is accused: ${alarm}`)
  return { planted: mutants.length, caught, shortfalls }
}

async function hunt(
  postgres: ProofPostgres,
  seed: number,
  mutant: Mutant,
  most: number,
  progress: Progress,
): Promise<{ sign: string | undefined; worlds: number }> {
  for (let worlds = 1; worlds <= most; worlds += 1) {
    progress.show(`looking for: ${mutant.name}`)
    const sign = await tryWorld(postgres, buildWorld({ seed: seed + worlds, ...WORLD }), mutant)
    if (sign !== undefined) return { sign, worlds }
  }
  return { sign: undefined, worlds: most }
}

/** What the proof would have said, or what the database refused; undefined when nothing was noticed. */
async function tryWorld(postgres: ProofPostgres, world: World, mutant: Mutant): Promise<string | undefined> {
  const database = await postgres.createDatabase()
  const judge = (question: Question) => judgeCredits(mutant.change(question))
  const stage = await setStage(
    database.url,
    world,
    (deps) => async (accountId) => matchAccount({ ...deps, judge }, accountId),
  )
  try {
    await driveWorld(stage, { show: () => {}, say: () => {}, done: () => {} }, SLOT)
    const { figures } = await judgeRun(stage, () => {})
    const signs = ['wrong_release', 'loss_over_cap', 'kobo_difference'].filter(
      (name) => String(figures[name]) !== '0',
    )
    return signs.length === 0 ? undefined : signs.map((name) => `${name}=${figures[name]}`).join(' ')
  } catch (error) {
    if (error instanceof NotAsRead) return `the record refused it: ${error.message}`
    throw error
  } finally {
    await stage.close()
    await database.drop()
  }
}
