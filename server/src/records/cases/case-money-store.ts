import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Resolution } from './resolution.ts'
import type { ClaimedPayer, RecordedPayer } from './return-destination.ts'

/** Returns the current state of all money that a decision depends on. If two readings differ, the money has moved. */
export async function readCaseMoney(
  sql: Sql,
  caseId: string,
  resolution: Resolution,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql.query<{ money: Readonly<Record<string, unknown>> }>(
    'select case_money($1, $2) as money',
    [caseId, resolution],
  )
  return rows[0]?.money ?? {}
}

/** SQL for the account that the payer of a line named, as JSON. */
const namedAccount = (line: string): string => `(
  select json_build_object('accountNumber', n.account_number, 'bankCode', n.bank_code, 'bankName', n.bank_name, 'accountName', n.account_name)
  from return_account n where n.line_id = ${line}.line_id)`

/** Returns the remaining amount of a credit and its payer. Undefined if nothing remains. */
export async function readFund(
  sql: Sql,
  lineId: string,
): Promise<{ leftMinor: bigint; payer: RecordedPayer } | undefined> {
  const { rows } = await sql.query<{ leftMinor: string } & RecordedPayer>(
    `select f.left_minor as "leftMinor", f.payer_account_number as "accountNumber", f.payer_account_mask as "accountMask",
       f.payer_name as name, f.payer_bank_code as "bankCode", p.payer_bank_name as "bankName", ${namedAccount('f')} as named
     from credit_fund f left join bank_line_known_payer p on p.line_id = f.line_id where f.line_id = $1`,
    [lineId],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { leftMinor, ...payer } = row
  return { leftMinor: BigInt(leftMinor), payer }
}

export type ClaimedBuy = Readonly<{
  mode: Mode
  vendorAccountId: string
  status: string
  /** Naira that the buy still lacks, in kobo. Null: the buy accepts no more credits. */
  leftMinor: bigint | null
  payer: ClaimedPayer
}>

export async function readClaimedBuy(sql: Sql, transactionId: string): Promise<ClaimedBuy | undefined> {
  const { rows } = await sql.query<
    ClaimedPayer & { mode: Mode; vendorAccountId: string; status: string; leftMinor: string | null }
  >(
    `select t.mode, b.vendor_account_id as "vendorAccountId", t.status, c.left_minor as "leftMinor",
       b.payer_account_number as "accountNumber", b.payer_account_name as name, b.payer_bank_code as "bankCode"
     from transaction t join buy b on b.transaction_id = t.id left join claim c on c.transaction_id = t.id
     where t.id = $1`,
    [transactionId],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { mode, vendorAccountId, status, leftMinor, ...payer } = row
  return { mode, vendorAccountId, status, leftMinor: leftMinor === null ? null : BigInt(leftMinor), payer }
}

/** Returns the naira that a buy received and still holds, per credit. */
export async function selectHeldParts(
  sql: Sql,
  transactionId: string,
): Promise<Array<{ lineId: string; amountMinor: bigint; payer: RecordedPayer }>> {
  const { rows } = await sql.query<{ lineId: string; amountMinor: string } & RecordedPayer>(
    `select a.line_id as "lineId", a.amount as "amountMinor", p.payer_account_number as "accountNumber",
       p.payer_account_mask as "accountMask", p.payer_name as name, p.payer_bank_code as "bankCode",
       p.payer_bank_name as "bankName", ${namedAccount('a')} as named
     from (select s.line_id, sum(s.amount_minor::numeric) as amount from standing_allocation s
       where s.transaction_id = $1 group by s.line_id) a
     left join bank_line_known_payer p on p.line_id = a.line_id order by a.line_id`,
    [transactionId],
  )
  return rows.map(({ lineId, amountMinor, ...payer }) => ({
    lineId,
    amountMinor: BigInt(amountMinor),
    payer,
  }))
}

/**
 * Locks the bank account and then the transaction of a case. Call this before locking the case itself. Recording, matching and sending lock
 * in the same order.
 */
export async function lockCaseMoney(sql: Sql, caseId: string): Promise<void> {
  await sql.query('select lock_case_money($1)', [caseId])
}
