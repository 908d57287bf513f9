import type { Asset } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type EntryLine = Readonly<{
  step: string
  postedAt: Date
  debit: string
  credit: string
  asset: Asset
  amountMinor: bigint
}>

/** What the ledger says, of a transaction or under a line's own id; in the order of time. */
export async function selectEntryLines(
  sql: Sql,
  of: Readonly<{ transactionId?: string; entryId?: string }>,
): Promise<EntryLine[]> {
  const { rows } = await sql.query<Omit<EntryLine, 'amountMinor'> & { amountMinor: string }>(
    `select e.step, e.posted_at as "postedAt", concat_ws(':', p.debit_kind, nullif(p.debit_owner, '')) as debit,
       concat_ws(':', p.credit_kind, nullif(p.credit_owner, '')) as credit, p.asset, p.amount_minor as "amountMinor"
     from entry e join posting p on p.entry_id = e.id
     where e.transaction_id = $1 or e.id = $2 order by e.posted_at, e.id, p.ordinal`,
    [of.transactionId, of.entryId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
