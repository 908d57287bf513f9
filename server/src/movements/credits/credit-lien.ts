import type { Sql } from '../../kernel/postgres/pool.ts'

/** Who decided it: an operator's id, or `system:…`; with the line in the audit. */
export type LienDecision = Readonly<{ lineId: string; by: string; reason: string; at: Date }>

/** Keeps a credit from moving further and asks people about it. Safe to repeat: one lien is in force at a time. */
export async function placeLien(sql: Sql, { lineId, by, reason, at }: LienDecision): Promise<void> {
  await sql.query('select place_lien($1, null, $2, $3, $4)', [lineId, by, reason, at])
}

/** False when there is no lien to lift. */
export async function liftLien(sql: Sql, { lineId, by, reason, at }: LienDecision): Promise<boolean> {
  const { rows } = await sql.query<{ lifted: boolean }>('select lift_lien($1, $2, $3, $4) as lifted', [
    lineId,
    by,
    reason,
    at,
  ])
  return rows[0]?.lifted === true
}
