import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { driveWorld } from './drive/drive-world.ts'
import { setStage } from './drive/set-stage.ts'
import { judgeMutants } from './mutants/judge-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { judgeRun } from './verdict/judge-run.ts'
import { buildWorld } from './world/build-world.ts'

/**
 * Eight weeks of payments whose truth is known, matched by the server's own functions and set against the truth.
 *
 * What the bank shows of payers on shared accounts: 35 % of credits come by a feed that masks (three or four digits, the
 * name and, but for 1 %, the bank), 65 % by bank-grade feeds; of those 5 % (3.25 % of all) show nothing at all, the others
 * all ten digits, and 5 % of them no bank. Nothing at all is never matched by itself on a shared account, so that no
 * automatic share can be above 0.9675 in this world. Claims come minutes after the credit in 78 %, before it in 13 %. Of
 * names typed by honest people 1 % are missing, 1 % too short to mean anything, 2 % misspelt.
 *
 * automatic_share: of honest payments on shared accounts, to the kobo, whose claim is there in time (from seven days
 * before to 72 hours after) and whose business is within its cap, how many reached their own buy by themselves. Those that
 * thieves went for, those of which the bank shows nothing and those of customers of two businesses count as well.
 * dedicated_share, expected_share: the same for accounts of one business and for payments it was to expect.
 *
 * wrong_release: given by itself to a buy that does not own the credit in truth, or against a rule (older than 72 hours,
 * no evidence, contested by the owner). Not in it, and counted apart: what a business took from strangers on the trust that
 * an operator gave it (within_cap_thefts), where loss_over_cap says by how many kobo any business ever had more than its
 * cap on trust within eighteen days; and mixed_up_within_business: the right business, its own account, another customer.
 */
export const matchProof: Proof = {
  name: 'match',
  sentence: 'Credits go to whom they belong by themselves, and never to anybody else, whatever thieves try.',
  sizes: {
    payments: { full: 200_000, short: 1_600 },
    mutants: { full: judgeMutants.length, short: 2 },
    seed: { full: newSeed(), short: newSeed() },
  },
  switches: ['no-mutants', 'mutants-only'],
  run: prove,
}

// Weeks pass in minutes: what is dead must go, and statistics keep up, as they would in weeks. Not at every second: each time
// all plans are made anew.
const SETTINGS = { autovacuum_naptime: '10s' }

async function prove({ size, isOn, progress }: ProofInput): Promise<Outcome> {
  const seed = size('seed')
  const postgres = await startProofPostgres(SETTINGS)
  try {
    const mutants = isOn('no-mutants')
      ? undefined
      : await runMutants(postgres, { seed, count: size('mutants') }, progress)
    const run = isOn('mutants-only')
      ? undefined
      : await proveWorld(postgres, size('payments'), seed, progress)
    return {
      figures: { ...run?.figures, planted: mutants?.planted ?? 0, caught: mutants?.caught ?? 0, seed },
      shortfalls: [...(run?.shortfalls ?? []), ...(mutants?.shortfalls ?? [])],
    }
  } finally {
    await postgres.stop()
  }
}

async function proveWorld(
  postgres: Awaited<ReturnType<typeof startProofPostgres>>,
  payments: number,
  seed: number,
  progress: ProofInput['progress'],
): Promise<Outcome> {
  const world = buildWorld({ seed, payments })
  const database = await postgres.createDatabase()
  const stage = await setStage(
    database.url,
    world,
    (deps) => async (accountId) => matchAccount(deps, accountId),
  )
  try {
    await driveWorld(stage, progress)
    return await judgeRun(stage, progress.say)
  } finally {
    await stage.close()
    await database.drop()
  }
}

function newSeed(): number {
  return 1 + Math.floor(Math.random() * 1_000_000_000)
}
