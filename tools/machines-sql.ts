import { transitionsOf } from '@afara/server/records/transactions/machine.ts'
import { machines } from '@afara/server/records/transactions/machines.ts'

/** The SQL guard: the same edges as the code, as rows that move_transaction() joins with. */
export function machinesSql(): string {
  const rows = Object.values(machines)
    .flatMap(transitionsOf)
    .map(({ type, from, event, to }) => `  ('${type}', '${from}', '${event}', '${to}')`)
  return `-- Generated from the machines in server/src/records/transactions by "npm run generate". Do not edit.

set local role afara_owner;
set local search_path = afara;

delete from transition;
insert into transition (type, from_status, event, to_status) values
${rows.join(',\n')};
`
}
