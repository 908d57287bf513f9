import type { Bench, Outcome, Plan } from '../bench.ts'
import { createLedgerDatabase, requireNoFindings, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import type { TestBed } from '../test-bed.ts'
import { bareMatching } from './bare-matching.ts'
import { createBareMatching } from './create-bare-matching.ts'
import { openMatchingAccount } from './matching-account.ts'
import { ourMatching } from './our-matching.ts'

const TARGET = 0.5
const DATABASE = 'matching'
const OPEN_CLAIMS = 100_000

/**
 * Credits of one account matched to a hundred thousand open claims on it. Ours is `matchAccount`: read, judged in
 * TypeScript, written and checked on the way back.
 *
 * Bare is what a plain set-based engine would do: one SQL statement a group joins credits and claims on account, amount and
 * number, takes both away and writes all that a match leaves behind: the allocation, the transaction's new status and its
 * event, when it is due next, the ledger's entry, posting and balance, whom the payer paid, what was given on trust. Its
 * tables have a primary key and the one index that the join needs. It asks nothing: not who else may own the credit, not what
 * is known of the payer, not whether anything is frozen, under a lien or above a cap.
 *
 * Both work through the same number of credits, in groups of the same size, one durable commit each.
 */
export const matchBench: Bench = {
  summary: 'matching credits to 100,000 open claims beside a bare join that writes the same rows',
  full: { rounds: 5, seconds: 5, clients: 1 },
  short: { rounds: 2, seconds: 1, clients: 1 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  await createLedgerDatabase(bed, DATABASE)
  const account = await openMatchingAccount(bed, DATABASE)
  await createBareMatching(bed, DATABASE)
  const ours = ourMatching(account, OPEN_CLAIMS)
  const bare = bareMatching(account, OPEN_CLAIMS)
  try {
    await warmWal(bed)
    // Unmeasured: from empty tables, and from code that nobody has run yet.
    for (const side of [ours, bare]) await side.measure(bed, { ...plan, seconds: 1 })
    bed.say(`credits on one account with ${OPEN_CLAIMS.toLocaleString('en')} open claims`)
    const compared = await compareRates(bed, plan, { ours, bare })
    await requireSoundMatching(bed)
    return {
      figures: {
        ...leadingFigures(compared),
        ours_cpu_us: compared.oursCpuMicros.toFixed(0),
        bare_cpu_us: compared.bareCpuMicros.toFixed(0),
        node_cpu_us: (compared.more.ours['node_cpu_us'] ?? 0).toFixed(0),
        open_claims: String(OPEN_CLAIMS),
        rounds: String(plan.rounds),
        seconds: String(plan.seconds),
      },
      shortfalls: judge('matching', compared, isShort ? undefined : TARGET),
    }
  } finally {
    await account.close()
  }
}

/** A rate of wrong matches would be worth nothing. */
async function requireSoundMatching({ postgres, say }: TestBed): Promise<void> {
  const url = postgres.url('afara_worker', DATABASE)
  await requireNoFindings(url, [
    'check_allocations',
    'check_bank_lines',
    'check_balance',
    'check_posting',
    'check_entry',
  ])
  say('  allocations, lines and ledger add up')
}
