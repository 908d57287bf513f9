import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type PayoutHook = Readonly<{
  mode: Mode
  vendor: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}>

/** Who can tell whether a notification about payouts is the vendor's. It throws when it cannot be asked. */
export type PayoutHooks = Readonly<{
  /** The references that it is about; undefined when it is nobody's. */
  verify(hook: PayoutHook): Promise<readonly string[] | undefined>
}>

/** Has the bank asked at once about these. What a notification says besides is not believed. */
export async function wakePayouts(sql: Sql, references: readonly string[]): Promise<void> {
  if (references.length > 0) await sql.query('select wake_payouts($1)', [references])
}
