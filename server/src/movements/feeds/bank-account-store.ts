import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** An account of ours as its feed knows it. */
export type BankAccount = Readonly<{
  id: string
  mode: Mode
  accountNumber: string
  /** The vendor that tells about it; null where only statements do. */
  feed: string | null
}>

const COLUMNS = 'id, mode, account_number as "accountNumber", feed'

export async function findBankAccount(sql: Sql, id: string): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>(`select ${COLUMNS} from vendor_account where id = $1`, [id])
  return rows[0]
}

/** In any state: what the bank says of a closed account is true as well. */
export async function findAccountOfFeed(
  sql: Sql,
  where: Readonly<{ mode: Mode; vendor: string; accountNumber: string }>,
): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>(
    `select ${COLUMNS} from vendor_account where mode = $1 and feed = $2 and account_number = $3`,
    [where.mode, where.vendor, where.accountNumber],
  )
  return rows[0]
}
