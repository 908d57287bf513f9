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
 * Matches eight weeks of payments with the server's own functions and compares the result with the known truth.
 *
 * On shared accounts, 35 % of credits come from a feed that masks the payer: it shows three or four digits, the name and, except for 1 %,
 * the bank. The other 65 % come from bank-grade feeds. Of those, 5 % (3.25 % of all) show no payer; the others show all ten digits, 5 % of
 * them without a bank. A credit without a payer is never matched automatically on a shared account, so no automatic share can exceed 0.9675
 * in this world. 78 % of claims arrive minutes after the credit and 13 % before it. Of the names that honest customers type, 1 % are
 * missing, 1 % are too short to be useful and 2 % are misspelt.
 *
 * automatic_share: share of honest payments on shared accounts that reached their own buy automatically. Counts payments of the exact
 * amount whose claim is in time (from seven days before to 72 hours after) and whose business is within its exposure limit (cap). Payments
 * that thieves attacked, payments without a shown payer and payments of customers of two businesses count as well.
 * dedicated_share, expected_share: the same for accounts of one business and for expected payments.
 *
 * own_number_share: the same for payments to account numbers of their own, where everybody pays one of three prices, one payment in ten comes
 * from somebody else's account, and numbers are given to other payers a week after they expired.
 *
 * released_wrongly: credits that were given automatically to a buy that does not own them, or against a rule (older than 72 hours, without
 * evidence, contested by the owner). Two kinds are counted separately.
 * within_cap_thefts: credits of strangers that a business received within the cap that an operator granted. loss_over_cap is the largest
 * amount in kobo by which a business exceeded its cap within eighteen days.
 * mixed_up_within_business: the right business and its own account, but another customer.
 */
export const matchProof: Proof = {
  name: 'match',
  sentence:
    'Credits are matched to their owners automatically and never to anybody else, whatever thieves try.',
  sizes: {
    payments: { full: 200_000, short: 1_600 },
    mutants: { full: judgeMutants.length, short: 2 },
    seed: { full: newSeed(), short: newSeed() },
  },
  switches: ['no-mutants', 'mutants-only'],
  run: prove,
}

// Weeks pass in minutes, so autovacuum must run often. Every second would be too often, because each run makes PostgreSQL plan all queries
// again.
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
