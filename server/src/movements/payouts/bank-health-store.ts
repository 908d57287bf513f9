import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** How a bank does at one vendor, by our own attempts. */
export type BankHealth = Readonly<{
  vendor: string
  bankCode: string
  attempts: number
  succeeded: number
  failed: number
  openUnknown: number
  p50Seconds: string | null
  p95Seconds: string | null
  /** It is taken not to be reached in this moment. */
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
