import type { Sql } from '../../kernel/postgres/pool.ts'

export type Finding = Readonly<{ check: string; subject: string; problem: string }>

/**
 * Runs every check_… function of the schema and returns what they found; nothing found means all invariants hold.
 * `sinceXid` limits them to what was written later; 0 reads everything.
 */
export async function runChecks(sql: Sql, sinceXid = 0n): Promise<{ checks: number; findings: Finding[] }> {
  const { rows: names } = await sql.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'afara' and p.proname like 'check\\_%' and p.prorettype = 'afara.finding'::regtype order by 1`,
  )
  if (names.length === 0) throw new Error('found no check to run: is the schema migrated?')
  const findings: Finding[] = []
  for (const { name } of names) {
    const { rows } = await sql.query<Omit<Finding, 'check'>>(
      `select subject, problem from afara.${name}($1)`,
      [sinceXid.toString()],
    )
    for (const row of rows) findings.push({ check: name, ...row })
  }
  return { checks: names.length, findings }
}
