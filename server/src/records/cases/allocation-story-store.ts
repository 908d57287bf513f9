import type { Sql } from '../../kernel/postgres/pool.ts'

/** So much of a credit, given to a buy; for a person to read. */
export type AllocationLine = Readonly<{
  lineId: string
  transactionId: string
  amountMinor: bigint
  evidence: string
  ground: string
  /** `matching`, or the case in which people decided it. */
  decidedBy: string
  at: Date
  /** False when a bank has taken it back. */
  stands: boolean
}>

/** Of a credit, or of a buy. */
export async function selectAllocations(
  sql: Sql,
  of: Readonly<{ lineId?: string; transactionId?: string }>,
): Promise<AllocationLine[]> {
  const { rows } = await sql.query<Omit<AllocationLine, 'amountMinor'> & { amountMinor: string }>(
    `select a.line_id as "lineId", a.transaction_id as "transactionId", a.amount_minor as "amountMinor", a.evidence, a.ground,
       a.decided_by as "decidedBy", a.at, exists (select from standing_allocation s where s.id = a.id) as stands
     from allocation a
     where a.line_id = $1 or a.transaction_id = $2 order by a.at, a.id`,
    [of.lineId, of.transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
