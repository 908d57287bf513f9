import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'

export type PaperKind = 'receipt' | 'trace_letter'

/** What identifies a paper that was handed out. */
export type IssuedPaper = Readonly<{
  /** For people, such as AFR-2026-7KQ2-MX4D. */
  number: string
  /** Leads to the page that verifies the paper. */
  token: string
  issuedAt: Date
}>

/** Stores a paper, or returns the one that was stored before. Runs for one tenant; undefined if it has no such transaction. */
export async function insertPaper(
  sql: Sql,
  transactionId: string,
  kind: PaperKind,
  { number, token, issuedAt }: IssuedPaper,
): Promise<IssuedPaper | undefined> {
  const { rows } = await sql.query<SnakeRow<IssuedPaper>>(
    'select number, token, issued_at from issue_paper($1, $2, $3, $4, $5)',
    [transactionId, kind, number, token, issuedAt],
  )
  return rows[0] && toCamel(rows[0])
}

/** A paper that a stranger asks about. */
export type FoundPaper = Readonly<{
  businessId: string
  mode: Mode
  transactionId: string
  kind: PaperKind
  number: string
  issuedAt: Date
}>

export async function findPaper(sql: Sql, token: string): Promise<FoundPaper | undefined> {
  const { rows } = await sql.query<SnakeRow<FoundPaper>>('select * from paper_of_token($1)', [token])
  return rows[0] && toCamel(rows[0])
}

/** The registered name of a business. Null until it is live. */
export type LegalName = Readonly<{ legalName: string; rcNumber: string }>

/** Runs for one tenant. */
export async function readLegalName(sql: Sql): Promise<LegalName | null> {
  const { rows } = await sql.query<SnakeRow<LegalName>>('select legal_name, rc_number from own_legal_name()')
  return rows[0] === undefined ? null : toCamel(rows[0])
}

/** Who paid, as far as our bank recorded it. */
export type PaidBy = Readonly<{
  name: string | null
  bankCode: string | null
  bankName: string | null
  ending: string | null
}>

/** Runs for one tenant. */
export async function readPaidBy(sql: Sql, transactionId: string): Promise<PaidBy | null> {
  const { rows } = await sql.query<SnakeRow<PaidBy>>(
    'select name, bank_code, bank_name, ending from own_payer($1)',
    [transactionId],
  )
  return rows[0] === undefined ? null : toCamel(rows[0])
}
