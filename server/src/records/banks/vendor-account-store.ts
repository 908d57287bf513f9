import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { AccountFeed, VendorAccount, VendorAccountState } from './vendor-account.ts'

const COLUMNS = `id, mode, business_id as "businessId", name, account_number as "accountNumber",
  bank_code as "bankCode", bank_name as "bankName", state`

/** Returns false if the account already exists. */
export async function insertVendorAccount(
  sql: Sql,
  account: Omit<VendorAccount, 'state'> & Readonly<{ feed: AccountFeed | null; isPool?: boolean }>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (mode, bank_code, account_number) do nothing`,
    [
      account.id,
      account.mode,
      account.businessId,
      account.name,
      account.accountNumber,
      account.bankCode,
      account.bankName,
      account.feed,
      account.isPool ?? false,
    ],
  )
  return rowCount === 1
}

/** Returns every account that the tenant of `sql` may see, in any state. Row-level security selects them. */
export async function selectVisibleAccounts(sql: Sql): Promise<readonly VendorAccount[]> {
  const { rows } = await sql.query<VendorAccount>(`select ${COLUMNS} from vendor_account order by id`)
  return rows
}

export async function findVendorAccount(
  sql: Sql,
  where: Readonly<{ mode: Mode; bankCode: string; accountNumber: string }>,
): Promise<VendorAccount | undefined> {
  const { rows } = await sql.query<VendorAccount>(
    `select ${COLUMNS} from vendor_account where mode = $1 and bank_code = $2 and account_number = $3`,
    [where.mode, where.bankCode, where.accountNumber],
  )
  return rows[0]
}

export async function findVendorAccountById(sql: Sql, id: string): Promise<VendorAccount | undefined> {
  const { rows } = await sql.query<VendorAccount>(`select ${COLUMNS} from vendor_account where id = $1`, [id])
  return rows[0]
}

/** Locks the account until the caller's transaction ends. */
export async function lockVendorAccount(sql: Sql, id: string): Promise<VendorAccount | undefined> {
  const { rows } = await sql.query<VendorAccount>(
    `select ${COLUMNS} from vendor_account where id = $1 for update`,
    [id],
  )
  return rows[0]
}

export async function selectEdgesFrom(
  sql: Sql,
  state: VendorAccountState,
): Promise<ReadonlyArray<{ to: VendorAccountState; needsApproval: boolean }>> {
  const { rows } = await sql.query<{ to: VendorAccountState; needsApproval: boolean }>(
    `select to_state as "to", needs_approval as "needsApproval" from vendor_account_edge
     where from_state = $1 order by to_state`,
    [state],
  )
  return rows
}

export async function updateVendorAccountState(
  sql: Sql,
  id: string,
  state: VendorAccountState,
): Promise<void> {
  await sql.query(`update vendor_account set state = $2 where id = $1`, [id, state])
}

/** Freezes an account at once, with its audit. Returns false if it was frozen already. */
export async function freezeVendorAccount(
  sql: Sql,
  input: Readonly<{ accountId: string; operatorId: string; reason: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ frozen: boolean }>(
    'select freeze_vendor_account($1, $2, $3, $4) as frozen',
    [input.accountId, input.operatorId, input.reason, input.at],
  )
  return rows[0]?.frozen === true
}

/** Returns the previous feed. Undefined if the feed is unchanged. */
export async function updateVendorAccountFeed(
  sql: Sql,
  id: string,
  feed: AccountFeed | null,
): Promise<string | null | undefined> {
  const { rows } = await sql.query<{ before: string | null }>(
    `update vendor_account set feed = $2 where id = $1 and feed is distinct from $2 returning old.feed as before`,
    [id, feed],
  )
  return rows[0]?.before
}
