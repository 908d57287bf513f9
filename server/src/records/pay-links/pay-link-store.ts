import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import { type NewBuy, toRow } from '../transactions/accepting/buy-store.ts'
import { isTakenAmount } from '../transactions/accepting/expected-payment-store.ts'
import { toWallet, type Wallet } from '../transactions/wallets/wallet.ts'

/** A page for a payer, and the buy behind it. */
export type PayLink = Readonly<{
  id: string
  businessId: string
  mode: Mode
  transactionId: string
  /** A visitor with this token sees the page. */
  token: string
  description: string | null
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
  /** Of the buy. */
  status: string
  reference: string
  /** What the payer must pay, to the kobo. */
  amount: Money
  fee: Money
  code: string
  wallet: Wallet | null
  payInto: Readonly<{ name: string; accountNumber: string; bankName: string }>
}>

/** What a link has beside its buy. */
type NewPayLink = Pick<PayLink, 'id' | 'token' | 'description' | 'returnUrl'>

/** Why tokens could not be delivered, or naira not be taken. */
export type PayLinkStop = 'daily_limit' | 'account' | 'frozen' | 'own_wallet' | 'not_open' | 'short'

type PayLinkAnswer =
  | Readonly<{ outcome: 'issued' }>
  /** A name of the request leads to another transaction. */
  | Readonly<{ outcome: 'name_taken' }>
  /** Another took the amount or the code just now. */
  | Readonly<{ outcome: 'amount_taken' }>
  | Readonly<{ outcome: 'stopped'; stop: PayLinkStop }>

const STOPPED = 'AF070'

/** Opens the buy, issues its amount and code and makes the link, in one commit. But for `issued`, nothing was written. */
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

/** Runs for one tenant, who sees only its own. */
export async function findPayLink(
  sql: Sql,
  by: Readonly<{ id: string }> | Readonly<{ transactionId: string }>,
): Promise<PayLink | undefined> {
  const [column, value] = 'id' in by ? ['l.id', by.id] : ['l.transaction_id', by.transactionId]
  const { rows } = await sql.query<PayLinkRow>(
    `select l.id, l.business_id, l.mode, l.transaction_id, l.token, l.description, l.return_url, l.created_at, l.expires_at,
       t.status, t.reference, e.amount_minor, e.code, y.fee_minor, y.network, y.wallet_address, v.name as account_name,
       v.account_number, v.bank_name
     from pay_link l
     join transaction t on t.id = l.transaction_id
     join buy y on y.transaction_id = l.transaction_id
     join expected_payment e on e.transaction_id = l.transaction_id
     join vendor_account v on v.id = e.vendor_account_id
     where ${column} = $1`,
    [value],
  )
  return rows[0] && toPayLink(rows[0])
}

/** Where its buy is now: `cancelled`, unless something was paid or it has ended. Undefined when the tenant has no such link. */
export async function cancelPayLink(sql: Sql, id: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql.query<{ status: string | null }>('select cancel_pay_link($1, $2) as status', [
    id,
    at,
  ])
  return rows[0]?.status ?? undefined
}

type PayLinkRow = SnakeRow<Omit<PayLink, 'amount' | 'fee' | 'wallet' | 'payInto'>> & {
  amount_minor: string
  fee_minor: string
  network: string | null
  wallet_address: string | null
  account_name: string
  account_number: string
  bank_name: string
}

function toPayLink(row: PayLinkRow): PayLink {
  const { amountMinor, feeMinor, network, walletAddress, accountName, accountNumber, bankName, ...link } =
    toCamel(row)
  return {
    ...link,
    amount: money('NGN', BigInt(amountMinor)),
    fee: money('NGN', BigInt(feeMinor)),
    wallet: toWallet(network, walletAddress),
    payInto: { name: accountName, accountNumber, bankName },
  }
}

const TOKEN_BYTES = 16

/** The secret part of a page's address: 128 bits by chance, as 22 letters that a URL may hold. */
export function newPayToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Whether it can be one at all: whatever else was typed is not looked for. */
export function isPayToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
