import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { JournaledPayout } from './payout-rail.ts'

export type PayoutVendor = 'paystack' | 'monnify'
export type PayoutAccountState = 'active' | 'draining' | 'frozen' | 'closed'

/** Our account at one vendor, and its pending work. */
type PayoutAccount = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  state: PayoutAccountState
  /** The account was compared with the payer's journal since the database server started. */
  isChecked: boolean
  /** The last record of the payer's journal that was compared. */
  journalRead: number
  /** Everything is frozen. */
  isFrozen: boolean
  /** Orders are queued and due. */
  hasOrders: boolean
  /** Opened payouts may have to be sent now, for the first time or again. */
  hasUnsent: boolean
  /** When the vendor last reported the available balance. */
  readAt: Date | undefined
  lineCursor: string | null
  /** When the vendor's own ledger of the account was last read to its end. */
  linesWholeAt: Date | undefined
}>

/** An account and the fence of its holder. The fence is valid until the lease ends. */
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

/** Takes the lease and returns its fence. Undefined while another worker holds the account. A renewal keeps the fence. */
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

/** Compares the payer's journal with our rows. Returns false if the payer sent payouts that our rows lack: then everything is frozen. */
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

/** Records that the payer has an old copy of its journal and pays nothing. Opens a case to find the newest copy. */
export async function noteJournalBehind(
  sql: Sql,
  { account, fence }: HeldAccount,
  because: string,
  at: Date,
): Promise<void> {
  await sql.query('select note_journal_behind($1, $2, $3, $4)', [account.id, fence, because, at])
}

/** Records the balance that the vendor reports as available. */
export async function noteBalance(
  sql: Sql,
  { account, fence }: HeldAccount,
  availableMinor: bigint,
  at: Date,
): Promise<void> {
  await sql.query('select note_balance($1, $2, $3, $4)', [account.id, fence, availableMinor.toString(), at])
}

/** Records the banks that a vendor does not reach now, according to our own attempts. */
export async function noteBankTrouble(sql: Sql, { account, fence }: HeldAccount, at: Date): Promise<void> {
  await sql.query('select note_bank_trouble($1, $2, $3)', [account.id, fence, at])
}

/** Returns when the bank must next be asked about a sent payout of the account; undefined if there is none. */
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
  /** The vendor's own number for the account, if it has one. */
  accountNumber: string | null
}>

/** Writes only the row. The caller checks permission and books the balance. */
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

/** Books our own money that was paid into an account. The vendor's line for it is expected from now on. */
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

/** Stops one of our accounts, in one commit with its audit entry. Returns false if it already had this state. */
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
