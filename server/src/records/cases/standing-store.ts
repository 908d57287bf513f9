import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Resolution } from './resolution.ts'

/** A standing decision with what was used of it. */
export type StandingDecision = Readonly<{
  /** The case in which two operators signed it. */
  id: string
  mode: Mode
  kind: string
  ground: string
  businessId: string | null
  capMinor: string
  totalMinor: string
  usedMinor: string
  uses: number
  expiresAt: Date
  /** Null: it has not ended. It may have expired. */
  endedBecause: string | null
}>

/** Returns all standing decisions, newest first. */
export async function selectStandingDecisions(sql: Sql): Promise<StandingDecision[]> {
  const { rows } = await sql.query<StandingDecision>(
    `select id, mode, kind, ground, business_id as "businessId", cap_minor::text as "capMinor", total_minor::text as "totalMinor",
       used_minor::text as "usedMinor", uses::integer as uses, expires_at as "expiresAt", ended_because as "endedBecause"
     from standing_decision order by id desc`,
  )
  return rows
}

/** Ends a standing decision. Returns false if an operator had ended it before. */
export async function endStanding(
  sql: Sql,
  {
    standingId,
    operatorId,
    reason,
    at,
  }: { standingId: string; operatorId: string; reason: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql.query<{ ended: boolean }>('select end_standing($1, $2, $3, $4) as ended', [
    standingId,
    operatorId,
    reason,
    at,
  ])
  return rows[0]?.ended === true
}

/** Returns the standing decision under which one person may make this decision in a case now. Null: two people decide. */
export async function findCoveringStanding(
  sql: Sql,
  caseId: string,
  resolution: Resolution,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string | null }>('select covering_standing($1, $2, $3) as id', [
    caseId,
    resolution,
    at,
  ])
  return rows[0]?.id ?? null
}

/** Returns the amount in kobo that counts towards a standing decision. */
export async function readAmountAtStake(sql: Sql, caseId: string, resolution: Resolution): Promise<string> {
  const { rows } = await sql.query<{ minor: string | null }>(
    'select amount_at_stake(c, $2)::text as minor from case_file c where c.id = $1',
    [caseId, resolution],
  )
  return rows[0]?.minor ?? '0'
}
