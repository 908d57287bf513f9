import type { Sql } from './pool.ts'

/** What live money demands. Undefined in test mode, where a lost commit costs nothing. */
export type DurabilityDemands = Readonly<{ isSingleNode: boolean }> | undefined

/** Weaker values acknowledge a commit that a crash of the machine can lose. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
}

/**
 * Throws if PostgreSQL may lose a commit that it acknowledged to this session, and names every setting that is too weak. It requires a
 * synchronous standby, so that the loss of one machine loses nothing. There are two exceptions: the operators declared a single node, or the
 * server was promoted and has not restarted since. It has no standby until the former primary is copied anew, and an alert fires meanwhile.
 */
export async function requireDurable(sql: Sql, demands: DurabilityDemands): Promise<void> {
  if (demands === undefined) return
  const { rows } = await sql.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any ($1)`,
    [[...Object.keys(PROMISED), 'synchronous_standby_names']],
  )
  const of = (name: string): string => rows.find((row) => row.name === name)?.setting ?? ''
  const weak = Object.entries(PROMISED)
    .filter(([name, enough]) => !enough.includes(of(name)))
    .map(([name, enough]) => `${name} is ${of(name)}: set it to ${enough.join(' or ')}`)
  const alone =
    of('synchronous_standby_names') === '' && !demands.isSingleNode && !(await isPromoted(sql))
      ? ['there is no synchronous standby: set synchronous_standby_names, or DATABASE_SINGLE_NODE=accepted']
      : []
  const problems = [...weak, ...alone]
  if (problems.length > 0)
    throw new Error(
      `PostgreSQL may lose commits of live money (see docs/operate/failover.md):\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
}

async function isPromoted(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ promoted: boolean }>('select is_promoted() as promoted')
  return rows[0]?.promoted === true
}
