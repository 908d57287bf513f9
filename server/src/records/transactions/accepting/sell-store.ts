import type { Mode } from '../../../kernel/mode.ts'
import { type Money, money } from '../../../kernel/money/money.ts'
import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import { type SignedRequest, toSignedJson } from '../../keys/message-signature.ts'
import type { Metadata } from '../metadata.ts'
import { toWallet, type Wallet } from '../wallets/wallet.ts'

export type Sell = Readonly<{
  id: string
  businessId: string
  mode: Mode
  status: string
  reference: string
  amount: Money
  fee: Money
  payee: Readonly<{ bankCode: string; bankName: string; accountNumber: string; accountName: string | null }>
  /** Wallet that sends the tokens. Null: they were taken from the balance of the business. */
  wallet: Wallet | null
  /** Deposit address of this sell alone. Null: no tokens are to be sent. */
  depositAddress: string | null
  createdAt: Date
  metadata?: Metadata | null | undefined
}>

export type NewSell = Omit<Sell, 'status'> &
  Readonly<{
    idempotencyKey: string | null
    /** Digest of the request. */
    meaning: Buffer
    /** An equal sell accepted after this time counts as a duplicate. Undefined: the caller passed a reference or key. */
    guardSince: Date | undefined
    /** The signature of the request, if its business signs. */
    signed?: SignedRequest | undefined
    /** Time at which the sell expires if no tokens arrive. Undefined: the tokens have arrived. */
    expiresAt: Date | undefined
  }>

export type SellAnswer =
  /** `taken`: the reference or key belongs to another transaction. Nothing is written unless the outcome is `accepted`. */
  | Readonly<{
      outcome:
        | 'accepted'
        | 'taken'
        | 'insufficient_balance'
        | 'daily_limit'
        | 'bank_stopped'
        | 'beneficiary_not_enrolled'
    }>
  | Readonly<{ outcome: 'possible_duplicate'; firstId: string }>

/** Accepts all sells in one statement. Returns one answer per sell. */
export async function acceptSells(sql: Sql, sells: readonly NewSell[]): Promise<SellAnswer[]> {
  const { rows } = await sql.query<{ ordinal: number; outcome: string; firstId: string | null }>({
    name: 'accept_sells',
    text: 'select ordinal, outcome, first_id as "firstId" from accept_sells($1)',
    values: [JSON.stringify(sells.map(toRow))],
  })
  return answersInOrder(rows, sells) as SellAnswer[]
}

/** Returns whether the tenant may sell to a bank account: a business may restrict itself to its beneficiaries. */
export async function maySellTo(sql: Sql, { bankCode, accountNumber }: Sell['payee']): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>('select own_may_sell_to($1, $2) as may', [
    bankCode,
    accountNumber,
  ])
  return rows[0]?.may === true
}

/** An item of an approved payment order, and the sell that pays it. */
export type ItemSell = Readonly<{ orderId: string; number: number; sell: NewSell }>

/** Accepts sells as `acceptSells` does, each linked to its item. PostgreSQL refuses a sell that is not exactly its item. */
export async function acceptPaymentSells(sql: Sql, items: readonly ItemSell[]): Promise<SellAnswer[]> {
  const requests = items.map(({ orderId, number, sell }, ordinal) => ({
    ...toRow(sell, ordinal),
    order_id: orderId,
    item_number: number,
  }))
  const { rows } = await sql.query<{ ordinal: number; outcome: string; firstId: string | null }>({
    name: 'accept_payment_sells',
    text: 'select ordinal, outcome, first_id as "firstId" from accept_payment_sells($1)',
    values: [JSON.stringify(requests)],
  })
  return answersInOrder(
    rows,
    items.map(({ sell }) => sell),
  ) as SellAnswer[]
}

/** A row of a confirmed batch, and the sell that pays it. */
export type RowSell = Readonly<{ batchId: string; number: number; sell: NewSell }>

/** Accepts sells as `acceptSells` does, each linked to its row. PostgreSQL refuses a sell that is not exactly its row. */
export async function acceptBatchSells(sql: Sql, paid: readonly RowSell[]): Promise<SellAnswer[]> {
  const requests = paid.map(({ batchId, number, sell }, ordinal) => ({
    ...toRow(sell, ordinal),
    batch_id: batchId,
    row_number: number,
  }))
  const { rows } = await sql.query<{ ordinal: number; outcome: string; firstId: string | null }>({
    name: 'accept_batch_sells',
    text: 'select ordinal, outcome, first_id as "firstId" from accept_batch_sells($1)',
    values: [JSON.stringify(requests)],
  })
  return answersInOrder(
    rows,
    paid.map(({ sell }) => sell),
  ) as SellAnswer[]
}

function toRow(sell: NewSell, ordinal: number) {
  return {
    ordinal,
    id: sell.id,
    business_id: sell.businessId,
    mode: sell.mode,
    amount_minor: sell.amount.minor.toString(),
    reference: sell.reference,
    key: sell.idempotencyKey,
    meaning: `\\x${sell.meaning.toString('hex')}`,
    bank_code: sell.payee.bankCode,
    bank_name: sell.payee.bankName,
    account_number: sell.payee.accountNumber,
    account_name: sell.payee.accountName,
    network: sell.wallet?.network,
    wallet_address: sell.wallet?.address,
    deposit_address: sell.depositAddress,
    fee_minor: sell.fee.minor.toString(),
    guard_since: sell.guardSince,
    at: sell.createdAt,
    metadata: sell.metadata ?? undefined,
    signed: toSignedJson(sell.signed),
    // Tokens from a balance need no deposit.
    due_at: sell.expiresAt ?? sell.createdAt,
  }
}

type SellRow = SnakeRow<Omit<Sell, 'amount' | 'fee' | 'wallet' | 'payee'> & Sell['payee']> & {
  amount_minor: string
  fee_minor: string
  network: string | null
  wallet_address: string | null
}

/** Runs for one tenant, which sees only its own sells. */
export async function findSell(sql: Sql, id: string): Promise<Sell | undefined> {
  const { rows } = await sql.query<SellRow>(
    `select t.id, t.business_id, t.mode, t.status, t.reference, t.amount_minor, t.created_at, t.metadata, s.fee_minor, s.bank_code,
       s.bank_name, s.account_number, s.account_name, s.network, s.wallet_address, a.address as deposit_address
     from transaction t join sell s on s.transaction_id = t.id
     left join deposit_address a on a.transaction_id = t.id where t.id = $1`,
    [id],
  )
  if (rows[0] === undefined) return undefined
  const { amountMinor, feeMinor, network, walletAddress, ...rest } = toCamel(rows[0])
  const { bankCode, bankName, accountNumber, accountName, ...sell } = rest
  return {
    ...sell,
    amount: money('NGNC', BigInt(amountMinor)),
    fee: money('NGNC', BigInt(feeMinor)),
    payee: { bankCode, bankName, accountNumber, accountName },
    wallet: toWallet(network, walletAddress),
  }
}

/** Time that a sell waits for its tokens. Its address is watched permanently, and a deposit after this time needs a decision. */
export const depositWindowMs = 24 * 60 * 60 * 1000
