import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { CaseKind, CaseState } from './case-file.ts'

/** A case as a list shows it. */
export type CaseRow = Readonly<{
  id: string
  mode: Mode
  kind: CaseKind
  state: CaseState
  /** What is left of the credit, else what the line or the buy is about; null where no money is meant. */
  amountMinor: bigint | null
  /** The business, else who paid, else the account of ours. */
  who: string | null
  ownerName: string | null
  resolution: Readonly<Record<string, unknown>> | null
  proposal: Readonly<Record<string, unknown>> | null
  openedAt: Date
  dueAt: Date
}>

export type CaseFilter = Readonly<{
  kind?: CaseKind | undefined
  mode?: Mode | undefined
  /** Without one: all that are not resolved. */
  state?: CaseState | undefined
  ownerId?: string | undefined
}>

/** What is most overdue comes first. */
export async function selectCases(sql: Sql, filter: CaseFilter, most: number): Promise<CaseRow[]> {
  const { rows } = await sql.query<Omit<CaseRow, 'amountMinor'> & { amountMinor: string | null }>(
    `select c.id, c.mode, c.kind, c.state, c.resolution, c.proposal, c.opened_at as "openedAt", c.due_at as "dueAt",
       coalesce(f.left_minor, l.gross_minor, t.amount_minor) as "amountMinor",
       coalesce(b.name, f.payer_name, p.payer_name, 'account ' || v.account_number) as who, o.name as "ownerName"
     from case_file c
     left join credit_fund f on f.line_id = c.line_id
     left join bank_line l on l.id = c.line_id
     left join transaction t on t.id = c.transaction_id
     left join business b on b.id = coalesce(c.business_id, t.business_id)
     left join operator o on o.id = c.owner_id
     left join vendor_account v on v.id = c.vendor_account_id
     left join lateral (select k.payer_name from bank_line_known_payer k where k.line_id = c.line_id) p on f.line_id is null
     where ($1::case_kind is null or c.kind = $1) and ($2::mode is null or c.mode = $2)
       and case when $3::text is null then c.state <> 'resolved' else c.state = $3 end
       and ($4::uuid is null or c.owner_id = $4)
     order by c.due_at, c.id limit $5`,
    [filter.kind, filter.mode, filter.state, filter.ownerId, most],
  )
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }))
}
