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

const TARGETS = { cpuRatio: 0.5 }
const DATABASE = 'matching'
const OPEN_CLAIMS = 100_000

/**
 * Matches credits of one account to a hundred thousand open claims on it. Our side is `matchAccount`: it reads, decides in TypeScript,
 * writes, and checks again when it writes.
 *
 * The bare side is a plain set-based engine. One SQL statement per group joins credits and claims on account, amount and number, deletes
 * both and writes everything that a match leaves behind: the allocation, the transaction's new status and event, its wake row, the ledger's
 * entry, posting and balance, the known payer, and the exposure. Its tables have a primary key and the one index that the join needs. It
 * makes no checks: other owners of the credit, the payer's history, freezes, liens and limits.
 *
 * Both work through the same number of credits, in groups of the same size, one durable commit each.
 */
export const matchBench: Bench = {
  summary: 'matching credits to 100,000 open claims, compared with a plain join that writes the same rows',
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
    // Not measured: fills the empty tables and warms up the code.
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
      shortfalls: judge('matching', compared, isShort ? {} : TARGETS),
    }
  } finally {
    await account.close()
  }
}

/** Requires sound matches: a rate of wrong matches would mean nothing. */
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
