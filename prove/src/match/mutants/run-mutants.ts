import { judgeCredits } from '@afara/server/movements/credits/judge-credits.ts'
import { matchAccount } from '@afara/server/movements/credits/match-account.ts'
import type { Progress } from '../../progress.ts'
import type { ProofPostgres } from '../../proof-postgres.ts'
import { driveWorld } from '../drive/drive-world.ts'
import { setStage } from '../drive/set-stage.ts'
import { judgeRun } from '../verdict/judge-run.ts'
import { buildWorld } from '../world/build-world.ts'
import { judgeMutants, type Mutant } from './judge-mutants.ts'

// A small world in which every fifth thing that happens is an attack.
const PAYMENTS = 900
const ATTACKS_PER_THOUSAND = 200

export type MutantResult = Readonly<{ planted: number; caught: number; shortfalls: readonly string[] }>

/** Judges with one rule left out decide the same world: each must be caught, and the judge with all its rules must not. */
export async function runMutants(
  postgres: ProofPostgres,
  seed: number,
  progress: Progress,
): Promise<MutantResult> {
  const shortfalls: string[] = []
  let caught = 0
  for (const mutant of judgeMutants) {
    const sign = await hunt(postgres, seed, mutant, progress)
    if (sign === undefined) shortfalls.push(`not caught: ${mutant.name}`)
    else caught += 1
    if (sign !== undefined) progress.say(`caught: ${mutant.name} (${sign})`)
  }
  const alarm = await hunt(postgres, seed, { name: 'no mutant', change: (question) => question }, progress)
  if (alarm !== undefined) shortfalls.push(`with all its rules the judge is accused: ${alarm}`)
  return { planted: judgeMutants.length, caught, shortfalls }
}

/** What the proof would have said, or what the database refused; undefined when nothing was noticed. */
async function hunt(
  postgres: ProofPostgres,
  seed: number,
  mutant: Mutant,
  progress: Progress,
): Promise<string | undefined> {
  progress.show(`looking for: ${mutant.name}`)
  const world = buildWorld({ seed, payments: PAYMENTS, attacksPerThousand: ATTACKS_PER_THOUSAND })
  const database = await postgres.createDatabase()
  const judge = (question: Parameters<typeof judgeCredits>[0]) => judgeCredits(mutant.change(question))
  const stage = await setStage(
    database.url,
    world,
    (deps) => async (accountId) => matchAccount({ ...deps, judge }, accountId),
  )
  try {
    await driveWorld(stage, { ...progress, show: () => {} })
    const { figures } = await judgeRun(stage, () => {})
    const signs = ['wrong_release', 'loss_over_cap', 'kobo_difference'].filter(
      (name) => String(figures[name]) !== '0',
    )
    return signs.length === 0 ? undefined : signs.map((name) => `${name}=${figures[name]}`).join(' ')
  } catch (error) {
    return `the record refused it: ${(error as Error).message}`
  } finally {
    await stage.close()
    await database.drop()
  }
}
