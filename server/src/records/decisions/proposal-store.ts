import type { Sql } from '../../kernel/postgres/pool.ts'

/** Finds who proposed exactly this text. */
export async function findProposal(
  sql: Sql,
  { caseId, version, text }: Readonly<{ caseId: string; version: number; text: string }>,
): Promise<Readonly<{ name: string; at: Date }> | null> {
  const { rows } = await sql.query<{ name: string; at: Date }>(
    `select o.name, s.at
     from signed_decision d
     join decision_signature s on s.case_id = d.case_id and s.version = d.version and s.part = 'proposed'
     join operator o on o.id = s.operator_id
     where d.case_id = $1 and d.version = $2 and d.text = $3`,
    [caseId, version, text],
  )
  return rows[0] ?? null
}
