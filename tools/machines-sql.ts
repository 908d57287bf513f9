import { lookAfterMs, transitionsOf } from '@afara/server/records/transactions/machines/machine.ts'
import { machines } from '@afara/server/records/transactions/machines/machines.ts'

/** Returns the SQL guard: the same transitions as in the code, as rows that move_transaction() joins. */
export function machinesSql(): string {
  const rows = Object.values(machines)
    .flatMap(transitionsOf)
    .map(({ type, from, event, to }) => `  ('${type}', '${from}', '${event}', '${to}')`)
  const times = Object.entries(machines).flatMap(([type, machine]) =>
    Object.entries(machine.meanings).map(
      ([status, meaning]) =>
        `  ('${type}', '${status}', ${interval(lookAfterMs(meaning))}, ${interval(meaning.expectedWithinMs)})`,
    ),
  )
  return `-- Generated from the machines in server/src/records/transactions by "npm run generate". Do not edit.

delete from transition;
insert into transition (type, from_status, event, to_status) values
${rows.join(',\n')};

delete from status_time;
insert into status_time (type, status, look_after, expected_within) values
${times.join(',\n')};

-- Transactions that entered a watched status before it was watched.
insert into wake (subject_id, type, due_at)
  select t.id, t.type::text, now() from transaction t join status_time s on s.type = t.type and s.status = t.status
  where s.look_after is not null
  on conflict do nothing;
`
}

function interval(ms: number | null): string {
  return ms === null ? 'null' : `interval '${ms / 1000} seconds'`
}
