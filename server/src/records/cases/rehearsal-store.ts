import type { Sql } from '../../kernel/postgres/pool.ts'
import { refusalOfDecision } from './carry-out-store.ts'
import type { Resolution } from './resolution.ts'

/**
 * Tries a decision as if a second operator approved it now, and undoes everything. Throws the refusal that the approval would meet. Returns
 * why it cannot be carried out yet, or null if it can.
 */
export async function rehearseDecision(
  sql: Sql,
  step: Readonly<{ caseId: string; version: number; operatorId: string; at: Date }>,
  resolution: Resolution,
  seen: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const { caseId, version, operatorId, at } = step
  try {
    const { rows } = await sql.query<{ reason: string | null }>(
      'select rehearse_decision($1, $2, $3, $4, $5, $6) as reason',
      [caseId, version, operatorId, resolution, seen, at],
    )
    return rows[0]?.reason ?? null
  } catch (error) {
    throw refusalOfDecision(error) ?? error
  }
}
