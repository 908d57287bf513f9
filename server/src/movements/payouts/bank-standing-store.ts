import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { BankAttempts } from './bank-standing.ts'

type Row = Omit<BankAttempts, 'medianSeconds'> & Readonly<{ bankCode: string; medianSeconds: string | null }>

/** By the bank's key. Banks that nobody paid to since then are not among them. */
export async function selectBankAttempts(
  sql: Sql,
  mode: Mode,
  window: Readonly<{ since: Date; at: Date }>,
): Promise<ReadonlyMap<string, BankAttempts>> {
  const { rows } = await sql.query<Row>(
    `select bank_code as "bankCode", succeeded, failed, overdue, median_seconds as "medianSeconds",
       is_unreached as "isUnreached", is_impaired as "isImpaired"
     from bank_standings($1, $2, $3)`,
    [mode, window.since, window.at],
  )
  return new Map(
    rows.map(({ bankCode, medianSeconds, ...attempts }) => [
      bankCode,
      { ...attempts, medianSeconds: medianSeconds === null ? null : Number(medianSeconds) },
    ]),
  )
}
