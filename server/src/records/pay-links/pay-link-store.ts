import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import { type NewBuy, toRow } from '../transactions/accepting/buy-store.ts'
import { isTakenAmount } from '../transactions/accepting/expected-payment-store.ts'
import type { Metadata } from '../transactions/metadata.ts'
import { toWallet, type Wallet } from '../transactions/wallets/wallet.ts'

/** A payment page and its buy. */
export type PayLink = Readonly<{
  id: string
  businessId: string
  mode: Mode
  transactionId: string
  /** Token that gives access to the page. */
  token: string
  description: string | null
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
  /** Status of the buy. */
  status: string
  reference: string
  /** Exact amount to pay, including the kobo. */
  amount: Money
  /** Amount that has arrived. */
  paid: Money
  fee: Money
  code: string
  wallet: Wallet | null
  payInto: Readonly<{ name: string; accountNumber: string; bankName: string }>
  /** Set if the account number belongs to this payment alone: the payer can use it until then. */
  numberUntil: Date | null
  metadata: Metadata | null
}>

/** Fields of a link that its buy does not have. */
type NewPayLink = Pick<PayLink, 'id' | 'token' | 'description' | 'returnUrl'>

/** Reason why tokens could not be delivered or naira could not be accepted. */
export type PayLinkStop = 'daily_limit' | 'account' | 'frozen' | 'own_wallet' | 'not_open' | 'short'

type PayLinkAnswer =
  | Readonly<{ outcome: 'issued' }>
  /** The reference or key of the request belongs to another transaction. */
  | Readonly<{ outcome: 'name_taken' }>
  /** A concurrent request took the amount or the code. */
  | Readonly<{ outcome: 'amount_taken' }>
  | Readonly<{ outcome: 'stopped'; stop: PayLinkStop }>

const STOPPED = 'AF070'

/** Opens the buy, issues its amount and code, and creates the link, in one commit. Writes nothing unless the outcome is `issued`. */
export async function issuePayLink(
  sql: Sql,
  issued: Readonly<{ expectedId: string; buy: Omit<NewBuy, 'payer'>; code: string; link: NewPayLink }>,
): Promise<PayLinkAnswer> {
  const { id, token, description, returnUrl } = issued.link
  try {
    const { rows } = await sql.query<{ accepted: boolean }>(
      'select issue_pay_link($1, $2, $3, $4) as accepted',
      [
        issued.expectedId,
        JSON.stringify(toRow({ ...issued.buy, payer: null }, 0)),
        issued.code,
        JSON.stringify({ id, token, description, return_url: returnUrl }),
      ],
    )
    return { outcome: rows[0]?.accepted === true ? 'issued' : 'name_taken' }
  } catch (error) {
    if (isTakenAmount(error)) return { outcome: 'amount_taken' }
    if (error instanceof pg.DatabaseError && error.code === STOPPED) {
      return { outcome: 'stopped', stop: error.message as PayLinkStop }
    }
    throw error
  }
}

/** Runs for one tenant, which sees only its own links. */
export async function findPayLink(
  sql: Sql,
  by: Readonly<{ id: string }> | Readonly<{ transactionId: string }>,
): Promise<PayLink | undefined> {
  const column = 'id' in by ? 'l.id' : 'l.transaction_id'
  const value = 'id' in by ? by.id : by.transactionId
  const { rows } = await sql.query<PayLinkRow>(`${SELECT} where ${column} = $1`, [value])
  return rows[0] && toPayLink(rows[0])
}

const SELECT = `select l.id, l.business_id, l.mode, l.transaction_id, l.token, l.description, l.return_url, l.created_at, l.expires_at,
       t.status, t.reference, t.metadata, e.amount_minor, e.code, o.fee_minor, o.paid_minor, y.network, y.wallet_address, coalesce(n.account_name, v.name) as account_name,
       coalesce(n.number, v.account_number) as account_number, coalesce(n.bank_name, v.bank_name) as bank_name, n.valid_until as number_until
     from pay_link l
     join transaction t on t.id = l.transaction_id
     join buy y on y.transaction_id = l.transaction_id
     join expected_payment e on e.transaction_id = l.transaction_id
     join vendor_account v on v.id = e.vendor_account_id
     cross join lateral (select w.fee_minor, w.paid_minor from own_transaction w where w.id = l.transaction_id) o
     left join lateral (
       select c.number, c.account_name, c.bank_name, c.valid_until from collection_number c
       where c.transaction_id = l.transaction_id and is_payable_number(c.id, now())
       order by c.asked_at desc limit 1) n on true`

/** Filter for the links of a business. An undefined field matches everything. */
export type PayLinkFilter = Readonly<{
  statuses?: readonly string[] | undefined
  /** Made at or after this time. */
  from?: Date | undefined
  /** Made before this time. */
  to?: Date | undefined
  /** Labels that the buy must have. */
  metadata?: Metadata | undefined
}>

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const LINKS_SCANNED = 10_000

/** Returns a page of one tenant's links, newest first. A page may be short or empty without being the last. */
export async function selectPayLinkPage(
  sql: Sql,
  { statuses, from, to, metadata }: PayLinkFilter,
  { before = HIGHEST_ID, most }: Readonly<{ before: string | undefined; most: number }>,
): Promise<Readonly<{ links: readonly PayLink[]; nextBefore: string | undefined }>> {
  const found = await sql.query<{ ids: string[]; next_id: string | null }>(
    'select ids, next_id from own_pay_link_ids($1, $2, $3, $4, $5, $6, $7)',
    [before, most, LINKS_SCANNED, statuses, from, to, metadata],
  )
  const { ids = [], next_id: next = null } = found.rows[0] ?? {}
  const { rows } = await sql.query<PayLinkRow>(`${SELECT} where l.id = any ($1) order by l.id desc`, [ids])
  return { links: rows.map(toPayLink), nextBefore: next ?? undefined }
}

/** How many links have a status, what they ask for, and the naira that arrived for them. */
export type PayLinkTotal = Readonly<{ status: string; count: number; asked: Money; arrived: Money }>

/** Adds up the newest links of one tenant. `isCut`: older ones were not read. */
export async function totalPayLinks(
  sql: Sql,
  { from, to }: Pick<PayLinkFilter, 'from' | 'to'>,
): Promise<Readonly<{ totals: readonly PayLinkTotal[]; isCut: boolean }>> {
  const { rows } = await sql.query<{
    status: string
    links: string
    asked_minor: string
    arrived_minor: string
    is_cut: boolean
  }>('select status, links, asked_minor, arrived_minor, is_cut from own_pay_link_totals($1, $2, $3)', [
    LINKS_SCANNED,
    from,
    to,
  ])
  const totals = rows.map((row) => ({
    status: row.status,
    count: Number(row.links),
    asked: money('NGN', BigInt(row.asked_minor)),
    arrived: money('NGN', BigInt(row.arrived_minor)),
  }))
  return { totals, isCut: rows[0]?.is_cut ?? false }
}

/** Cancels the buy of a link unless it was paid or has ended. Returns the status of the buy. Undefined if the tenant has no such link. */
export async function cancelPayLink(sql: Sql, id: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql.query<{ status: string | null }>('select cancel_pay_link($1, $2) as status', [
    id,
    at,
  ])
  return rows[0]?.status ?? undefined
}

type PayLinkRow = SnakeRow<Omit<PayLink, 'amount' | 'paid' | 'fee' | 'wallet' | 'payInto'>> & {
  amount_minor: string
  fee_minor: string
  paid_minor: string
  network: string | null
  wallet_address: string | null
  account_name: string
  account_number: string
  bank_name: string
}

function toPayLink(row: PayLinkRow): PayLink {
  const { amountMinor, feeMinor, paidMinor, network, walletAddress, ...rest } = toCamel(row)
  const { accountName, accountNumber, bankName, ...link } = rest
  return {
    ...link,
    amount: money('NGN', BigInt(amountMinor)),
    paid: money('NGN', BigInt(paidMinor)),
    fee: money('NGN', BigInt(feeMinor)),
    wallet: toWallet(network, walletAddress),
    payInto: { name: accountName, accountNumber, bankName },
  }
}

const TOKEN_BYTES = 16

/** Returns the secret part of a page's address: 128 random bits as 22 URL-safe characters. */
export function newPayToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Whether a text has the format of a token. Only such texts are searched for. */
export function isPayToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
