import type { Role } from './subject.ts'

export type Forbidden = Readonly<{ role: Role; statement: string; answer: 'not_allowed' | 'append_only' }>

const history = ['entry', 'posting', 'transaction_event', 'event_position', 'audit', 'seal'] as const
const derived = ['balance', 'account_total'] as const
const roles = ['afara_api', 'afara_worker', 'afara_sealer'] as const
const changes = [
  (table: string) => `update ${table} set mode = mode where false`,
  (table: string) => `delete from ${table} where false`,
  (table: string) => `truncate ${table}`,
  (table: string) => `insert into ${table} select * from ${table} where false`,
]

// Number of arguments. All are null, because the call must be refused before they are read.
const signatures: Readonly<Record<string, number>> = {
  post_entry: 12,
  post_entries: 11,
  reverse_entry: 4,
  open_transaction: 9,
  roll_up_accounts: 2,
  account_sum: 4,
}

/** Statements that no process may run on the ledger. None of them would change a row if it were allowed. */
export const forbiddenStatements: readonly Forbidden[] = [
  ...roles.flatMap((role) =>
    [...history, ...derived].flatMap((table) =>
      writesTo(table)
        .filter((statement) => !(role === 'afara_sealer' && statement.startsWith('insert into seal')))
        .map((statement) => ({ role, statement, answer: 'not_allowed' as const })),
    ),
  ),
  // The owner created the tables and has write permission, but the history tables refuse even the owner.
  ...history.flatMap((table) =>
    writesTo(table)
      .filter((statement) => !statement.startsWith('insert') && !statement.startsWith('truncate'))
      .map((statement) => ({ role: 'afara_owner' as const, statement, answer: 'append_only' as const })),
  ),
  ...calls('afara_api', [
    'post_entry',
    'reverse_entry',
    'open_transaction',
    'roll_up_accounts',
    'account_sum',
  ]),
  ...calls('afara_worker', [
    'post_entry',
    'post_entries',
    'reverse_entry',
    'open_transaction',
    'roll_up_accounts',
  ]),
  ...calls('afara_sealer', ['post_entry', 'reverse_entry', 'open_transaction']),
  ...(['entry', 'posting', 'seal', 'account_total', 'audit'] as const).map((table) => ({
    role: 'afara_api' as const,
    statement: `select from ${table} limit 1`,
    answer: 'not_allowed' as const,
  })),
]

function writesTo(table: string): string[] {
  const column = { audit: 'subject', seal: 'row_count', account_total: 'owner' }[table] ?? 'mode'
  return changes.map((change) => change(table).replace('mode = mode', `${column} = ${column}`))
}

function calls(role: Role, names: readonly string[]): Forbidden[] {
  return names.map((name) => ({
    role,
    statement: `select ${name}(${Array.from({ length: signatures[name] ?? 0 }, () => 'null').join(', ')})`,
    answer: 'not_allowed',
  }))
}
