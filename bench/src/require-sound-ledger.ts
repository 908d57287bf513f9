import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from './test-bed.ts'

// The checks of a ledger's own arithmetic. The others ask for businesses and transactions, which a bench has not.
const CHECKS = ['check_posting', 'check_entry', 'check_clearing', 'check_balance']

/** Throws when the rows do not add up: a rate of postings that lose a kobo is worth nothing. */
export async function requireSoundLedger({ postgres, say }: TestBed, database: string): Promise<void> {
  const url = postgres.url('afara_worker', database)
  for (const check of CHECKS) {
    const findings = await runStatement(url, `select subject, problem from ${check}(0) limit 3`)
    if (findings.length > 0) throw new Error(`${check} found ${JSON.stringify(findings)}`)
  }
  say(`  ${CHECKS.join(', ')}: nothing found`)
}
