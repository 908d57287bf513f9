import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** Counts the completed transactions of a round. Ids increase with time, so a round is every row from its lowest id: a cheap query. */
export async function countCompleted(
  pool: Pool,
  ids: readonly string[],
  schema: 'afara' | 'bare' = 'afara',
): Promise<number> {
  const { rows } = await pool.query<{ done: number }>({
    name: `completed in ${schema}`,
    text: `select count(*)::int as done from ${schema}.transaction where id >= $1 and status = 'completed'`,
    values: [ids.toSorted()[0]],
  })
  return rows[0]?.done ?? 0
}

/** Counts the commits of all database users, including the worker's loops, the vault and the bench itself. */
export async function countCommits(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ commits: number }>(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.commits ?? Number.NaN
}

/** Counts all calls of these objects in the engine, which keeps each call for a day. */
export async function countCalls(adminUrl: string, objects: readonly string[]): Promise<number> {
  const names = objects.map((name) => `'${name}'`).join(', ')
  const response = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `select count(*) as calls from sys_invocation where target_service_name in (${names})`,
    }),
  })
  const answer = (await response.json()) as { rows: Array<{ calls: number }> }
  return answer.rows[0]?.calls ?? Number.NaN
}
