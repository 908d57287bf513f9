import { judgeCredits } from '@afara/server/movements/matching/judge-credits.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { Question } from '@afara/server/movements/matching/open-credit.ts'
import { NotAsRead } from '@afara/server/movements/matching/verdict-store.ts'
import { type PlantedResult, plantBugs } from '../../plant-bugs.ts'
import type { Progress } from '../../progress.ts'
import type { ProofPostgres } from '../../proof-postgres.ts'
import { driveWorld } from '../drive/drive-world.ts'
import { setStage } from '../drive/set-stage.ts'
import { judgeRun } from '../verdict/judge-run.ts'
import { buildWorld } from '../world/build-world.ts'
import { MINUTE } from '../world/times.ts'
import type { World } from '../world/world.ts'
import { judgeMutants, type Mutant } from './judge-mutants.ts'

// Small worlds in which every third event is an attack. A mutant that survives this many worlds is not caught. Most are caught in the
// first, but a few attacks are rare.
const WORLDS = 12
const WORLD = { payments: 300, attacksPerThousand: 450, hours: 8, hasStatements: false }
const SLOT = 20 * MINUTE
const LANES = 2

/**
 * Decides small worlds with judges that lack one rule. Each of these judges must be caught, and the complete judge must not be caught. If
 * not all mutants are tried, the seed selects them.
 */
export async function runMutants(
  postgres: ProofPostgres,
  { seed, count }: { seed: number; count: number },
  progress: Progress,
): Promise<PlantedResult> {
  const first = seed % judgeMutants.length
  const mutants = [...judgeMutants.slice(first), ...judgeMutants.slice(0, first)].slice(0, count)
  let worldsNeeded = 1
  const result = await plantBugs(mutants, { lanes: LANES, progress }, async (mutant) => {
    const { sign, worlds } = await hunt(postgres, seed, mutant, WORLDS)
    worldsNeeded = Math.max(worldsNeeded, worlds)
    return sign
  })
  const sound = { name: 'no mutant', change: (question: Question) => question }
  const { sign: alarm } = await hunt(postgres, seed, sound, worldsNeeded)
  if (alarm === undefined) return result
  return {
    ...result,
    shortfalls: [...result.shortfalls, `with all its rules the judge is accused: ${alarm}`],
  }
}

async function hunt(
  postgres: ProofPostgres,
  seed: number,
  mutant: Mutant,
  most: number,
): Promise<{ sign: string | undefined; worlds: number }> {
  for (let worlds = 1; worlds <= most; worlds += 1) {
    const sign = await tryWorld(postgres, buildWorld({ seed: seed + worlds, ...WORLD }), mutant)
    if (sign !== undefined) return { sign, worlds }
  }
  return { sign: undefined, worlds: most }
}

/** Returns the proof's finding or the database's refusal, or undefined if nothing was noticed. */
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
    const signs = ['released_wrongly', 'loss_over_cap', 'kobo_difference'].filter(
      (name) => String(figures[name]) !== '0',
    )
    return signs.length === 0 ? undefined : signs.map((name) => `${name}=${figures[name]}`).join(' ')
  } catch (error) {
    if (error instanceof NotAsRead) return `the database refused it: ${error.message}`
    throw error
  } finally {
    await stage.close()
    await database.drop()
  }
}
