import type { Sql } from '../../kernel/postgres/pool.ts'

export type Lien = Readonly<{
  reason: string
  placedAt: Date
  /** Null: the system. */
  placedBy: string | null
}>

/** Keeps a credit where it is and asks people about it, with its line in the audit. While one is in force it stays that one. */
export async function placeLien(
  sql: Sql,
  lien: Readonly<{ lineId: string; operatorId: string; reason: string; at: Date }>,
): Promise<void> {
  await sql.query(`select place_lien($1, null, $2, $3, $4)`, [
    lien.lineId,
    lien.operatorId,
    lien.reason,
    lien.at,
  ])
}

export async function findLien(sql: Sql, lineId: string): Promise<Lien | undefined> {
  const { rows } = await sql.query<Lien>(
    `select l.reason, l.placed_at as "placedAt", o.name as "placedBy"
     from credit_lien l left join operator o on o.id::text = l.placed_by where l.line_id = $1 and l.lifted_at is null`,
    [lineId],
  )
  return rows[0]
}
