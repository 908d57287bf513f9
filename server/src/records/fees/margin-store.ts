import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What one transaction, or several together, earned. All amounts are kobo. */
type Margin = Readonly<{
  feeMinor: bigint
  vendorFeeMinor: bigint
  gasMinor: bigint
  marginMinor: bigint
}>

type MarginRow = Readonly<{
  fee_minor: string
  vendor_fee_minor: string
  gas_minor: string
  margin_minor: string
}>

function toMargin(row: MarginRow): Margin {
  return {
    feeMinor: BigInt(row.fee_minor),
    vendorFeeMinor: BigInt(row.vendor_fee_minor),
    gasMinor: BigInt(row.gas_minor),
    marginMinor: BigInt(row.margin_minor),
  }
}

export type TransactionMargin = Margin & Readonly<{ hasUnpricedGas: boolean }>

export async function readMargin(sql: Sql, transactionId: string): Promise<TransactionMargin | undefined> {
  const { rows } = await sql.query<MarginRow & { has_unpriced_gas: boolean }>(
    'select fee_minor, vendor_fee_minor, gas_minor, margin_minor, has_unpriced_gas from margin_of($1)',
    [transactionId],
  )
  const [row] = rows
  return row && { ...toMargin(row), hasUnpricedGas: row.has_unpriced_gas }
}

export const marginGroups = ['business', 'plan', 'rail'] as const
export type MarginGroup = (typeof marginGroups)[number]

export type MarginLine = Margin &
  Readonly<{
    subject: string
    transactions: number
    amountMinor: bigint
    /** How many transactions lost money, and how many have gas without a price. */
    losing: number
    unpriced: number
  }>

/** Returns what transactions earned that were accepted since a time and have ended, those that lost most first. */
export async function readMargins(
  sql: Sql,
  { mode, by, since }: Readonly<{ mode: Mode; by: MarginGroup; since: Date }>,
): Promise<readonly MarginLine[]> {
  const { rows } = await sql.query<
    MarginRow & {
      subject: string
      transactions: string
      amount_minor: string
      losing: string
      unpriced: string
    }
  >('select * from margin_report($1, $2, $3)', [mode, by, since])
  return rows.map(({ subject, transactions, amount_minor: amount, losing, unpriced, ...row }) => ({
    ...toMargin(row),
    subject,
    transactions: Number(transactions),
    amountMinor: BigInt(amount),
    losing: Number(losing),
    unpriced: Number(unpriced),
  }))
}

/** Looks which businesses lost us money in the last seven days, and notes them for operators. */
export async function noteLosingPlans(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ count: string }>('select note_losing_plans($1) as count', [at])
  return Number(rows[0]?.count ?? 0)
}

/** A business whose fees cost us more than they brought in seven days. */
export type LosingPlan = Readonly<{ linkTag: string; mode: Mode; transactions: number; marginMinor: bigint }>

export async function listLosingPlans(sql: Sql): Promise<readonly LosingPlan[]> {
  const { rows } = await sql.query<{ linkTag: string; mode: Mode; transactions: string; margin: string }>(
    `select b.link_tag as "linkTag", f.mode, f.transactions::text, f.margin_minor::text as margin
     from plan_flag f join business b on b.id = f.business_id order by f.mode, f.margin_minor`,
  )
  return rows.map(({ margin, transactions, ...row }) => ({
    ...row,
    transactions: Number(transactions),
    marginMinor: BigInt(margin),
  }))
}
