import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

type FundFilter = Readonly<{ mode?: Mode | undefined; accountNumber?: string | undefined }>

/** Remaining amount of a credit. `waiting`: free for matching. `kept`: operators decided to keep it. `case`: an operator must decide. */
export type OpenFund = Readonly<{
  lineId: string
  accountNumber: string
  leftMinor: bigint
  bookedAt: Date
  payerName: string | null
  state: 'waiting' | 'kept' | 'case'
}>

const WHERE = '($1::mode is null or f.mode = $1) and ($2::text is null or v.account_number = $2)'

export async function selectOpenFunds(sql: Sql, filter: FundFilter, most: number): Promise<OpenFund[]> {
  const { rows } = await sql.query<Omit<OpenFund, 'leftMinor'> & { leftMinor: string }>(
    `select f.line_id as "lineId", v.account_number as "accountNumber", f.left_minor as "leftMinor", f.booked_at as "bookedAt",
       f.payer_name as "payerName",
       case when c.state = 'resolved' then 'kept'
         when c.id is not null or exists (
           select from case_file o where o.line_id = f.line_id and o.state <> 'resolved') then 'case'
         else 'waiting' end as state
     from credit_fund f join vendor_account v on v.id = f.vendor_account_id left join case_file c on c.id = f.blocked_by
     where ${WHERE} order by f.booked_at, f.line_id limit $3`,
    [filter.mode, filter.accountNumber, most],
  )
  return rows.map((row) => ({ ...row, leftMinor: BigInt(row.leftMinor) }))
}

export type BlockedFund = Readonly<{ lineId: string; leftMinor: bigint; payerName: string | null }>

/** Returns the credits that a case blocks, largest first. */
export async function selectBlockedFunds(sql: Sql, caseId: string): Promise<BlockedFund[]> {
  const { rows } = await sql.query<{ lineId: string; left: string; payerName: string | null }>(
    `select line_id as "lineId", left_minor as left, payer_name as "payerName" from credit_fund
     where blocked_by = $1 order by left_minor desc, line_id`,
    [caseId],
  )
  return rows.map(({ left, ...row }) => ({ ...row, leftMinor: BigInt(left) }))
}

export async function sumOpenFunds(
  sql: Sql,
  filter: FundFilter,
): Promise<
  Array<{ accountNumber: string; mode: Mode; accountState: string; count: number; leftMinor: bigint }>
> {
  const { rows } = await sql.query<{
    number: string
    mode: Mode
    state: string
    count: number
    left: string
  }>(
    `select v.account_number as number, v.mode, v.state, count(*)::int as count, sum(f.left_minor::numeric) as left
     from credit_fund f join vendor_account v on v.id = f.vendor_account_id
     where ${WHERE} group by v.id, v.account_number, v.mode, v.state order by min(f.booked_at)`,
    [filter.mode, filter.accountNumber],
  )
  return rows.map((row) => ({
    accountNumber: row.number,
    mode: row.mode,
    accountState: row.state,
    count: row.count,
    leftMinor: BigInt(row.left),
  }))
}

export type Lien = Readonly<{
  reason: string
  placedAt: Date
  /** Null: the system placed the lien. */
  placedBy: string | null
}>

/** Places a lien on a credit, opens its case and writes the audit line. If the credit already has a lien, the existing lien remains. */
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
