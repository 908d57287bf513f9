import { statusSets } from '@afara/server/records/transactions/machines/status-sets.ts'

/** Returns the sets of statuses as functions, which PostgreSQL replaces with their constant result when it plans a statement. */
export function statusSetsSql(): string {
  const functions = statusSets.map(
    ({ name, meaning, statuses }) => `-- ${meaning}
create or replace function ${name}() returns text[] language sql immutable parallel safe
  return '{${statuses.join(',')}}'::text[];
`,
  )
  return `-- Generated from the machines in server/src/records/transactions/machines by "npm run generate". Do not edit.

${functions.join('\n')}`
}
