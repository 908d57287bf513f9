import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { Transaction } from '../transaction-store.ts'
import { toWalletItem, type WalletAnswer, type WalletTarget } from './wallet.ts'

/** Reason why a wallet cannot receive now and how to fix it, as a business reads it. */
export type WalletStop = Readonly<{
  code: string
  message: string
  /** Until when we wait for the wallet, as text. Absent if nobody can do anything about it, or the time is over. */
  until?: string | null
}>

/** Statuses in which a transaction waits for its wallet or for a decision about it. */
const waiting = ['payment_received', 'action_required', 'requested']

/** Column for a SELECT in which the alias of the transaction is `t`. */
export const walletStopColumn = `(select json_build_object('code', k.code, 'message', k.message) from wallet_block k
       where k.transaction_id = t.id and k.ended_at is null and t.status in ('${waiting.join("', '")}')) as wallet_stop`

export function waitsForWallet(status: string): boolean {
  return waiting.includes(status)
}

/**
 * Continues a buy with a case about its wallet if the wallet can receive now. Returns when to check it next. Undefined if the buy has
 * changed since it was read.
 */
export async function lookAtBlockedBuy(
  sql: Sql,
  buy: Transaction,
  target: WalletTarget,
  answer: WalletAnswer,
  at: Date,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>(
    'select look_at_blocked_buy($1, $2, $3, $4) as due_at',
    [buy.id, buy.version, toWalletItem(target, answer), at],
  )
  return rows[0]?.due_at ?? undefined
}

/** Whether one of our lanes has this wallet. */
export async function isOwnWallet(sql: Sql, address: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_own: boolean }>('select is_own_wallet($1) as is_own', [address])
  return rows[0]?.is_own === true
}

/**
 * Records a network's answer about a wallet, which an operator requested, and makes the transactions that wait for the wallet due now.
 * Returns their number.
 */
export async function noteWallet(
  sql: Sql,
  target: Pick<WalletTarget, 'mode' | 'network' | 'address' | 'tokensMinor'>,
  answer: WalletAnswer,
  at: Date,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>('select note_wallet($1, $2) as count', [
    toWalletItem(target, answer),
    at,
  ])
  return rows[0]?.count ?? 0
}
