import type { Command } from 'commander'
import { migrate } from '../../kernel/postgres/migrate.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { readHeads } from '../../records/ledger/seals/seal-rows.ts'
import { verifySeals } from '../../records/ledger/seals/verify-seals.ts'
import type { AdminHost, AdminSession } from './admin-session.ts'

/** Commands about the database as a whole. `check` and `verify` change nothing and fail when something is wrong. */
export function addRecordCommands(program: Command, session: AdminSession, host: AdminHost): void {
  program
    .command('migrate')
    .description('migrate the database to the current schema (DATABASE_URL_MIGRATE)')
    .action(async () => {
      const applied = await migrate(host.readMigrationUrl())
      session.print(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
    })

  program
    .command('check')
    .description('run every check on the whole database')
    .action(async () => {
      await session.run(async ({ pool }) => {
        const { checks, findings } = await runChecks(pool)
        for (const { check, subject, problem } of findings) session.print(`${check}: ${subject} ${problem}`)
        if (findings.length > 0)
          throw new Error(
            `${findings.length} findings in ${checks} checks. Stop payments (npx afara ops freeze all) and investigate.`,
          )
        session.print(`All ${checks} checks passed.`)
      })
    })

  program
    .command('verify')
    .description('hash every sealed row again and report changes')
    .requiredOption('--heads <file>', 'the exported seal heads (SEAL_HEAD_FILE)')
    .action(async ({ heads }: { heads: string }) => {
      const exported = await readHeads(heads)
      await session.run(async ({ pool }) => {
        const { seals, rows, tampering } = await verifySeals(pool, exported)
        for (const { kind, name } of tampering) session.print(`${kind}: ${name}`)
        if (tampering.length > 0)
          throw new Error(`${tampering.length} findings: see docs/runbooks/tampering-found.md.`)
        session.print(
          `${rows} rows under ${seals} seals are unchanged; ${exported.length} exported heads agree.`,
        )
      })
    })
}
