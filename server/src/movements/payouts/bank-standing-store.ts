import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Results of our own payouts to a bank within some time. */
export type BankAttempts = Readonly<{
  succeeded: number
  failed: number
  /** Open for five minutes or more. */
  overdue: number
  medianSeconds: number | null
  /** No active vendor reaches the bank. */
  isUnreached: boolean
  /** At least one active vendor does not reach the bank. */
  isImpaired: boolean
}>

type AttemptsRow = Omit<BankAttempts, 'medianSeconds'> &
  Readonly<{ bankCode: string; medianSeconds: string | null }>

/** Returns attempts by the bank's key. A bank is missing if we have not paid to it since then and it has no current trouble. */
export async function selectBankAttempts(
  sql: Sql,
  mode: Mode,
  window: Readonly<{ since: Date; at: Date }>,
): Promise<ReadonlyMap<string, BankAttempts>> {
  const { rows } = await sql.query<AttemptsRow>(
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

/** Success and speed of payouts to a bank through one vendor, from our own attempts. */
export type BankHealth = Readonly<{
  vendor: string
  bankCode: string
  attempts: number
  succeeded: number
  failed: number
  openUnknown: number
  p50Seconds: string | null
  p95Seconds: string | null
  /** The vendor is assumed not to reach the bank now. */
  isDown: boolean
}>

export async function selectBankHealth(sql: Sql, mode: Mode, since: Date): Promise<BankHealth[]> {
  const { rows } = await sql.query<BankHealth>(
    `select h.vendor, h.bank_code as "bankCode", h.attempts, h.succeeded, h.failed, h.open_unknown as "openUnknown",
       h.p50_seconds as "p50Seconds", h.p95_seconds as "p95Seconds", bank_is_down($1, h.vendor, h.bank_code) as "isDown"
     from bank_health($1, $2) h`,
    [mode, since],
  )
  return rows
}
