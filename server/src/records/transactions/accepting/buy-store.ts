import type { Mode } from '../../../kernel/mode.ts'
import { type Money, money } from '../../../kernel/money/money.ts'
import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import { nameWords } from '../../names/name-words.ts'
import type { Metadata } from '../metadata.ts'
import type { WaitCode } from '../wait-messages.ts'
import { toWallet, type Wallet } from '../wallets/wallet.ts'
import { type WalletStop, walletStopColumn } from '../wallets/wallet-store.ts'

/** Obstacle to the delivery of a buy. The buy is accepted anyway, because its payer may already have paid. */
export type Need = 'daily_limit'

/** The payer, as claimed by the business. */
export type ClaimedPayer = Readonly<{
  bankCode: string
  bankName: string
  accountNumber: string
  accountName: string | null
}>

export type Buy = Readonly<{
  id: string
  businessId: string
  mode: Mode
  status: string
  reference: string
  /** As requested. */
  amount: Money
  /** Amount that has arrived for the buy. Absent: nothing was read about it, as for a new buy. */
  paid?: Money | undefined
  /** Of the paid amount, if that is not the requested one. */
  fee: Money
  vendorAccountId: string
  /** Null for an expected payment: its payer is not known in advance. */
  payer: ClaimedPayer | null
  /** Null: the tokens go to the balance of the business. */
  wallet: Wallet | null
  needs: readonly Need[]
  /** The current reason why the buy waits, if it waits. */
  wait?: WaitCode | undefined
  /** Amount that the business owes us because a bank took the naira back after the tokens were sent. */
  owed?: Money | undefined
  /** Set while the buy waits for its wallet. */
  walletStop?: WalletStop | undefined
  createdAt: Date
  metadata?: Metadata | null | undefined
}>

export type NewBuy = Omit<Buy, 'status' | 'needs' | 'payer'> &
  Readonly<{
    payer: ClaimedPayer
    idempotencyKey: string | null
    /** Digest of the request. */
    meaning: Buffer
    /** Time at which the buy expires if no naira arrives. */
    expiresAt: Date
  }>

/** If not accepted, the reference or key belongs to another transaction, and nothing was written. */
export type BuyAnswer = Readonly<{ accepted: boolean; needs: readonly Need[] }>

/** Accepts all buys in one statement. Returns one answer per buy. */
export async function acceptBuys(sql: Sql, buys: readonly NewBuy[]): Promise<BuyAnswer[]> {
  const { rows } = await sql.query<{ ordinal: number; accepted: boolean; needs: Need[] }>({
    name: 'accept_buys',
    text: 'select ordinal, accepted, needs from accept_buys($1)',
    values: [JSON.stringify(buys.map(toRow))],
  })
  return answersInOrder(rows, buys)
}

export function toRow(buy: Omit<NewBuy, 'payer'> & Pick<Buy, 'payer'>, ordinal: number) {
  return {
    ordinal,
    id: buy.id,
    business_id: buy.businessId,
    mode: buy.mode,
    amount_minor: buy.amount.minor.toString(),
    reference: buy.reference,
    key: buy.idempotencyKey,
    meaning: `\\x${buy.meaning.toString('hex')}`,
    vendor_account_id: buy.vendorAccountId,
    payer_bank_code: buy.payer?.bankCode,
    payer_bank_name: buy.payer?.bankName,
    payer_account_number: buy.payer?.accountNumber,
    payer_account_name: buy.payer?.accountName,
    payer_words: nameWords(buy.payer?.accountName ?? ''),
    network: buy.wallet?.network,
    wallet_address: buy.wallet?.address,
    fee_minor: buy.fee.minor.toString(),
    at: buy.createdAt,
    metadata: buy.metadata ?? undefined,
    due_at: buy.expiresAt,
  }
}

/** Runs for one tenant, which sees only its own buys. */
export async function findBuy(sql: Sql, id: string): Promise<Buy | undefined> {
  const { rows } = await sql.query<BuyRow>(
    `select t.id, t.business_id, t.mode, t.status, t.reference, t.amount_minor, t.created_at, t.metadata, o.fee_minor, o.paid_minor,
       b.vendor_account_id, b.payer_bank_code, b.payer_bank_name, b.payer_account_number, b.payer_account_name,
       b.network, b.wallet_address, b.needs, ${walletStopColumn}
     from transaction t join buy b on b.transaction_id = t.id
     cross join lateral (select v.fee_minor, v.paid_minor from own_transaction v where v.id = t.id) o
     where t.id = $1`,
    [id],
  )
  return rows[0] && toBuy(rows[0])
}

type BuyRow = SnakeRow<Omit<Buy, 'amount' | 'paid' | 'fee' | 'payer' | 'wallet' | 'walletStop'>> & {
  amount_minor: string
  fee_minor: string
  paid_minor: string
  payer_bank_code: string | null
  payer_bank_name: string | null
  payer_account_number: string | null
  payer_account_name: string | null
  network: string | null
  wallet_address: string | null
  wallet_stop: WalletStop | null
}

function toBuy(row: BuyRow): Buy {
  const { amountMinor, feeMinor, paidMinor, network, walletAddress, walletStop, ...rest } = toCamel(row)
  const { payerBankCode, payerBankName, payerAccountNumber, payerAccountName, ...buy } = rest
  const isNamed = payerBankCode !== null && payerBankName !== null && payerAccountNumber !== null
  const payer = isNamed && {
    bankCode: payerBankCode,
    bankName: payerBankName,
    accountNumber: payerAccountNumber,
    accountName: payerAccountName,
  }
  return {
    ...buy,
    amount: money('NGN', BigInt(amountMinor)),
    paid: money('NGN', BigInt(paidMinor)),
    fee: money('NGN', BigInt(feeMinor)),
    payer: payer || null,
    wallet: toWallet(network, walletAddress),
    walletStop: walletStop ?? undefined,
  }
}
