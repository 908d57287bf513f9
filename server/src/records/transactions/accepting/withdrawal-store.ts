import type { Mode } from '../../../kernel/mode.ts'
import { type Money, money } from '../../../kernel/money/money.ts'
import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import { type SignedRequest, toSignedJson } from '../../keys/message-signature.ts'
import type { Metadata } from '../metadata.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { type WalletStop, walletStopColumn } from '../wallets/wallet-store.ts'

export type Withdrawal = Readonly<{
  id: string
  businessId: string
  mode: Mode
  status: string
  reference: string
  amount: Money
  wallet: Wallet
  /** Set while the withdrawal waits for its wallet. */
  walletStop?: WalletStop | undefined
  createdAt: Date
  metadata?: Metadata | null | undefined
}>

export type NewWithdrawal = Omit<Withdrawal, 'status'> &
  Readonly<{
    idempotencyKey: string | null
    /** Digest of the request. */
    meaning: Buffer
    /** An equal withdrawal accepted after this time counts as a duplicate. Undefined: the caller passed a reference or key. */
    guardSince: Date | undefined
    /** The signature of the request, if its business signs. */
    signed?: SignedRequest | undefined
  }>

export type WithdrawalAnswer =
  /** `taken`: the reference or key belongs to another transaction. Nothing is written unless the outcome is `accepted`. */
  | Readonly<{
      outcome:
        | 'accepted'
        | 'taken'
        | 'network_not_open'
        | 'frozen'
        | 'wallet_not_enrolled'
        | 'insufficient_balance'
        | 'daily_limit'
    }>
  | Readonly<{ outcome: 'possible_duplicate'; firstId: string }>

/**
 * Accepts all withdrawals in one statement. Returns one answer per withdrawal. The tokens are debited from the balance in the same commit.
 */
export async function acceptWithdrawals(
  sql: Sql,
  withdrawals: readonly NewWithdrawal[],
): Promise<WithdrawalAnswer[]> {
  const { rows } = await sql.query<{ ordinal: number; outcome: string; firstId: string | null }>({
    name: 'accept_withdrawals',
    text: 'select ordinal, outcome, first_id as "firstId" from accept_withdrawals($1)',
    values: [JSON.stringify(withdrawals.map(toRow))],
  })
  return answersInOrder(rows, withdrawals) as WithdrawalAnswer[]
}

/** Returns whether the tenant may withdraw to the wallet: in live mode only to one that its members enrolled. */
export async function mayWithdrawTo(sql: Sql, { network, address }: Wallet): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>('select may_withdraw_to($1, $2) as may', [
    network,
    address,
  ])
  return rows[0]?.may === true
}

/** A withdrawal that members ordered. */
export type OrderedWithdrawal = Readonly<{ orderId: string; withdrawal: NewWithdrawal }>

/** Accepts withdrawals as `acceptWithdrawals` does, each linked to its order. PostgreSQL refuses one that is not exactly its order. */
export async function acceptOrderedWithdrawals(
  sql: Sql,
  ordered: readonly OrderedWithdrawal[],
): Promise<WithdrawalAnswer[]> {
  const requests = ordered.map(({ orderId, withdrawal }, ordinal) => ({
    ...toRow(withdrawal, ordinal),
    order_id: orderId,
  }))
  const { rows } = await sql.query<{ ordinal: number; outcome: string; firstId: string | null }>({
    name: 'accept_ordered_withdrawals',
    text: 'select ordinal, outcome, first_id as "firstId" from accept_ordered_withdrawals($1)',
    values: [JSON.stringify(requests)],
  })
  return answersInOrder(
    rows,
    ordered.map(({ withdrawal }) => withdrawal),
  ) as WithdrawalAnswer[]
}

function toRow(withdrawal: NewWithdrawal, ordinal: number) {
  return {
    ordinal,
    id: withdrawal.id,
    business_id: withdrawal.businessId,
    mode: withdrawal.mode,
    amount_minor: withdrawal.amount.minor.toString(),
    reference: withdrawal.reference,
    key: withdrawal.idempotencyKey,
    meaning: `\\x${withdrawal.meaning.toString('hex')}`,
    network: withdrawal.wallet.network,
    wallet_address: withdrawal.wallet.address,
    guard_since: withdrawal.guardSince,
    at: withdrawal.createdAt,
    metadata: withdrawal.metadata ?? undefined,
    signed: toSignedJson(withdrawal.signed),
  }
}

type WithdrawalRow = SnakeRow<Omit<Withdrawal, 'amount' | 'wallet' | 'walletStop'>> & {
  amount_minor: string
  network: string
  wallet_address: string
  wallet_stop: WalletStop | null
}

/** Runs for one tenant, which sees only its own withdrawals. */
export async function findWithdrawal(sql: Sql, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql.query<WithdrawalRow>(
    `select t.id, t.business_id, t.mode, t.status, t.reference, t.amount_minor, t.created_at, t.metadata,
       w.network, w.wallet_address, ${walletStopColumn}
     from transaction t join withdrawal w on w.transaction_id = t.id where t.id = $1`,
    [id],
  )
  if (rows[0] === undefined) return undefined
  const { amountMinor, network, walletAddress: address, walletStop, ...withdrawal } = toCamel(rows[0])
  return {
    ...withdrawal,
    amount: money('NGNC', BigInt(amountMinor)),
    wallet: { network, address },
    walletStop: walletStop ?? undefined,
  }
}
