import { median } from '../statistics.ts'
import type { TestBed } from '../test-bed.ts'
import type { WholeRun } from './run-whole.ts'

/** The users of the database that each process logs in as. */
const rolesOf: Readonly<Record<string, readonly string[]>> = {
  api: ['afara_api'],
  worker: ['afara_worker', 'afara_sealer'],
  reconciler: ['afara_reconciler'],
  signer: ['afara_signer'],
  payer: ['afara_payer'],
}
const SHOWN_TABLES = 20
const SHOWN_STATEMENTS = 40
const STATEMENT_CHARACTERS = 100

/** Prints what a buy costs each process, and what it writes into each table. */
export function showWork({ say }: TestBed, { rounds, counted: { work, buys } }: WholeRun): void {
  const cpu = (name: string) => median(rounds.map(({ more }) => more?.[`${name}_ms`] ?? Number.NaN))
  const postgresMs = median(rounds.map(({ cpuMicros }) => cpuMicros / 1000))
  say('per buy      CPU ms  round trips  WAL kB')
  say(line('postgres', postgresMs, undefined))
  for (const name of ['worker', 'engine', 'api', 'signer', 'reconciler', 'payer']) {
    const parts = (rolesOf[name] ?? []).flatMap((role) => work.roles.get(role) ?? [])
    const sum = (of: (part: (typeof parts)[number]) => number) =>
      parts.reduce((total, part) => total + of(part), 0) / buys
    const sums =
      parts.length === 0
        ? undefined
        : ([sum((part) => part.roundTrips), sum((part) => part.walBytes) / 1024] as const)
    say(line(name, cpu(name), sums))
  }
  const told = [...work.roles.values()]
  const statements = told.reduce((sum, role) => sum + role.statements, 0)
  const roundTrips = told.reduce((sum, role) => sum + role.roundTrips, 0)
  const each = (value: number, digits = 2) => (value / buys).toFixed(digits)
  say(
    `  ${each(statements, 1)} statements, ${each(statements - roundTrips, 1)} of them inside functions; ${each(roundTrips, 1)} round trips`,
  )
  say(
    `  ${each(work.commits)} commits, ${each(work.durableCommits)} of them durable; ${each(work.indexEntries, 1)} index entries; ${each(work.walBytes / 1024, 1)} kB of WAL, ${each(work.imageBytes / 1024, 1)} of them images of pages`,
  )
  say('sent per buy       calls      ms  statement')
  for (const { role, text, calls, ms } of work.sent.slice(0, SHOWN_STATEMENTS))
    say(
      `  ${role.replace('afara_', '').padEnd(11)}${each(calls).padStart(10)} ${each(ms).padStart(7)}  ${text.slice(0, STATEMENT_CHARACTERS)}`,
    )
  say('rows per buy             inserted  updated   (hot)  deleted')
  const rowsOf = ({ inserted, updated, deleted }: (typeof work.tables)[number]) =>
    inserted + updated + deleted
  const busiest = work.tables.toSorted((one, other) => rowsOf(other) - rowsOf(one))
  for (const { table, inserted, updated, hot, deleted } of busiest.slice(0, SHOWN_TABLES))
    say(
      `  ${table.padEnd(24)}${[inserted, updated, hot, deleted].map((count) => each(count).padStart(8)).join(' ')}`,
    )
}

function line(name: string, cpuMs: number, sums: readonly [number, number] | undefined): string {
  const cells = sums?.map((value, place) => value.toFixed(1).padStart([13, 8][place] ?? 8)) ?? []
  return `  ${name.padEnd(11)}${cpuMs.toFixed(2).padStart(6)}${cells.join('')}`
}
