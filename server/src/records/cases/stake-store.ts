import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'

/** Whose money a case is about, where it is, and where it would go. */
export type Stake = Readonly<{
  businessId: string | null
  businessName: string | null
  type: 'buy' | 'sell' | 'withdrawal' | 'return' | null
  status: string | null
  /** What the transaction was requested for. */
  amountMinor: bigint
  /** What it holds now: naira of a buy, NGNC of a sell or a withdrawal. */
  heldMinor: bigint
  /** Our fee if it continues with what it holds. */
  feeMinor: bigint
  network: string | null
  address: string | null
  payeeBank: string | null
  payeeNumber: string | null
  payeeName: string | null
  /** Naira of its last payout. */
  paidOutMinor: bigint
  /** What is left of the credit. */
  leftMinor: bigint
  payerName: string | null
  payerBank: string | null
  payerNumber: string | null
  ourBank: string | null
  ourNumber: string | null
  /** The bank's line. */
  lineMinor: bigint
  lineDirection: 'credit' | 'debit' | null
  lineAt: Date | null
  narration: string | null
  sessionId: string | null
}>

type Amounts = 'amountMinor' | 'heldMinor' | 'feeMinor' | 'paidOutMinor' | 'leftMinor' | 'lineMinor'
type Row = SnakeRow<Omit<Stake, Amounts>> &
  Record<
    'amount_minor' | 'held_minor' | 'fee_minor' | 'paid_out_minor' | 'left_minor' | 'line_minor',
    string | null
  >

export async function readStake(sql: Sql, caseId: string): Promise<Stake> {
  const { rows } = await sql.query<Row>('select * from case_stake($1)', [caseId])
  const [row] = rows
  if (row === undefined) throw new Error(`case ${caseId} does not exist`)
  const { amountMinor, heldMinor, feeMinor, paidOutMinor, leftMinor, lineMinor, ...rest } = toCamel(row)
  return {
    ...rest,
    amountMinor: whole(amountMinor),
    heldMinor: whole(heldMinor),
    feeMinor: whole(feeMinor),
    paidOutMinor: whole(paidOutMinor),
    leftMinor: whole(leftMinor),
    lineMinor: whole(lineMinor),
  }
}

function whole(text: string | null): bigint {
  return BigInt(text ?? '0')
}
