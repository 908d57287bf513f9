import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { JournaledPayout } from './payout-rail.ts'

export type PayoutVendor = 'paystack' | 'monnify'
export type PayoutAccountState = 'active' | 'draining' | 'frozen' | 'closed'

/** Our money at one vendor, and what is to be done with it. */
type PayoutAccount = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  state: PayoutAccountState
  /** Compared with the payer's journal since the database server started. */
  isChecked: boolean
  /** The last record of the payer's journal that was compared. */
  journalRead: number
  /** Everything is frozen. */
  isFrozen: boolean
  /** Whether something waits on its list, or was opened and may be sent. */
  hasOrders: boolean
  hasUnsent: boolean
  /** When the vendor last said what we may spend. */
  readAt: Date | undefined
  lineCursor: string | null
  /** When the vendor's own ledger of the account was last read to its end. */
  linesWholeAt: Date | undefined
}>

/** Which account, for whom: the holder's number, which ends with its lease. */
export type HeldAccount = Readonly<{ account: PayoutAccount; fence: string }>

type PayoutAccountRow = SnakeRow<Omit<PayoutAccount, 'journalRead' | 'readAt' | 'linesWholeAt'>> & {
  journal_read: string
  read_at: Date | null
  lines_whole_at: Date | null
}

export async function findPayoutAccount(sql: Sql, id: string, at: Date): Promise<PayoutAccount | undefined> {
  const { rows } = await sql.query<PayoutAccountRow>(
    `select a.id, a.mode, a.vendor, a.name, a.state, a.journal_read, a.read_at, a.line_cursor, a.lines_whole_at,
       coalesce(a.checked_start = pg_postmaster_start_time(), false) as is_checked,
       exists (select from freeze_order f where f.lifted_at is null and f.scope = 'all') as is_frozen,
       exists (select from payout_order o where o.account_id = a.id and (o.due_at is null or o.due_at <= $2)) as has_orders,
       exists (select from payout x where x.account_id = a.id and x.state in ('ordered', 'sending', 'unknown')
         and (x.state <> 'ordered' or x.next_look_at <= $2)) as has_unsent
     from payout_account a where a.id = $1`,
    [id, at],
  )
  if (rows[0] === undefined) return undefined
  const account = toCamel(rows[0])
  return {
    ...account,
    journalRead: Number(account.journalRead),
    readAt: account.readAt ?? undefined,
    linesWholeAt: account.linesWholeAt ?? undefined,
  }
}

/** The holder's number, or undefined while another holds the account. A holder that renews keeps its number. */
export async function takePayouts(
  sql: Sql,
  lease: Readonly<{ accountId: string; holder: string; leaseMs: number }>,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ fence: string | null }>('select take_payouts($1, $2, $3) as fence', [
    lease.accountId,
    lease.holder,
    lease.leaseMs,
  ])
  return rows[0]?.fence ?? undefined
}

export async function releasePayouts(sql: Sql, accountId: string, fence: string): Promise<void> {
  await sql.query('select release_payouts($1, $2)', [accountId, fence])
}

/** False when the payer has sent what our rows do not have: then everything is frozen. */
export async function comparePayouts(
  sql: Sql,
  { account, fence }: HeldAccount,
  read: Readonly<{ payouts: readonly JournaledPayout[]; last: number; isWhole: boolean }>,
  at: Date,
): Promise<boolean> {
  const journaled = read.payouts.map((payout) => ({
    reference: payout.reference,
    right_key: payout.rightKey,
    attempt: payout.attempt,
    payout_id: payout.payoutId,
    bank_code: payout.bankCode,
    account_number: payout.accountNumber,
    amount_minor: payout.amountMinor.toString(),
    balance_minor: payout.balanceMinor?.toString(),
  }))
  const { rows } = await sql.query<{ is_well: boolean }>(
    'select compare_payouts($1, $2, $3, $4, $5, $6) as is_well',
    [account.id, fence, JSON.stringify(journaled), read.last, read.isWhole, at],
  )
  return rows[0]?.is_well === true
}

/** The payer has an old copy of its journal, and pays nothing: people are asked to find the newest. */
export async function noteJournalBehind(
  sql: Sql,
  { account, fence }: HeldAccount,
  because: string,
  at: Date,
): Promise<void> {
  await sql.query('select note_journal_behind($1, $2, $3, $4)', [account.id, fence, because, at])
}

/** What the vendor says that we may spend. */
export async function noteBalance(
  sql: Sql,
  { account, fence }: HeldAccount,
  availableMinor: bigint,
  at: Date,
): Promise<void> {
  await sql.query('select note_balance($1, $2, $3, $4)', [account.id, fence, availableMinor.toString(), at])
}

/** Notes the banks that a vendor does not reach now, by our own attempts. */
export async function noteBankTrouble(sql: Sql, { account, fence }: HeldAccount, at: Date): Promise<void> {
  await sql.query('select note_bank_trouble($1, $2, $3)', [account.id, fence, at])
}

/** When the bank is next to be asked about something that is out of the account; undefined when nothing is. */
export async function readNextLook(sql: Sql, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `select min(x.next_look_at) as at from payout x where x.account_id = $1 and x.next_look_at is not null and x.state <> 'ordered'`,
    [accountId],
  )
  return rows[0]?.at ?? undefined
}

export type NewPayoutAccount = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  /** The vendor's own number of it, where it has one. */
  accountNumber: string | null
}>

/** The row alone: who may have it written, and what it holds, is the caller's business. */
export async function insertPayoutAccount(sql: Sql, account: NewPayoutAccount, at: Date): Promise<void> {
  const { id, mode, vendor, name, accountNumber } = account
  await sql.query('select open_payout_account($1, $2, $3, $4, $5, $6)', [
    id,
    mode,
    vendor,
    name,
    accountNumber,
    at,
  ])
}

/** Money of our own was put into an account: it is in the books from now on, and the vendor's line of it is expected. */
export async function insertFunding(
  sql: Sql,
  funding: Readonly<{ accountId: string; amountMinor: bigint; reason: string; by: string; at: Date }>,
): Promise<void> {
  await sql.query('select fund_payout_account($1, $2, $3, $4, $5, $6)', [
    newId(),
    funding.accountId,
    funding.amountMinor.toString(),
    funding.reason,
    funding.by,
    funding.at,
  ])
}

/** Stops an account of ours, in one commit with its line in the audit. False when it was so already. */
export async function stopPayoutAccount(
  sql: Sql,
  stop: Readonly<{ accountId: string; to: 'draining' | 'frozen'; by: string; reason: string; at: Date }>,
): Promise<boolean> {
  try {
    const { rows } = await sql.query<{ moved: boolean }>(
      'select stop_payout_account($1, $2, $3, $4, $5) as moved',
      [stop.accountId, stop.to, stop.by, stop.reason, stop.at],
    )
    return rows[0]?.moved === true
  } catch (error) {
    if ((error as { code?: string }).code !== 'AF001') throw error
    throw new Refusal(
      'payout_account_move_refused',
      'Two operators must approve the resumption of a frozen payout account.',
      { cause: error },
    )
  }
}
