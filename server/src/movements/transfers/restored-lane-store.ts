import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A lane that stands still because the world is ahead of our rows, and the case that asks what to do. */
export type RestoredLane = Readonly<{
  id: string
  mode: Mode
  network: NetworkName
  number: number
  address: string
  nextLock: bigint
  caseId: string
  isProposed: boolean
}>

export async function selectRestoredLanes(sql: Sql): Promise<RestoredLane[]> {
  const { rows } = await sql.query<Omit<RestoredLane, 'nextLock'> & { nextLock: string }>(
    `select l.id, l.mode, l.network, l.number, l.address, l.next_lock as "nextLock", c.id as "caseId",
       c.state = 'awaiting_approval' as "isProposed"
     from lane l join case_file c on c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = l.id::text
     where l.state = 'halted' order by l.mode, l.network, l.number`,
  )
  return rows.map((row) => ({ ...row, nextLock: BigInt(row.nextLock) }))
}

/** Lanes that nobody has compared with the world since the database server started. */
export async function countUncomparedLanes(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from lane l
     where l.state <> 'halted' and l.checked_start is distinct from pg_postmaster_start_time()`,
  )
  return rows[0]?.count ?? 0
}

/** Lanes that nobody has compared with the world since the database server started are looked at now. */
export async function hastenComparing(sql: Sql, at: Date): Promise<void> {
  await sql.query('select hasten_comparing($1)', [at])
}
