import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Transaction } from './transaction-store.ts'
import { toWalletItem, type WalletAnswer, type WalletTarget } from './wallet-answer.ts'

/**
 * A buy that people are asked about because of its wallet goes on if the wallet can receive now. Returns when it is to be looked at next;
 * undefined when it is not as it was read.
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

/** Whether a lane of ours has this wallet. */
export async function isOwnWallet(sql: Sql, address: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_own: boolean }>('select is_own_wallet($1) as is_own', [address])
  return rows[0]?.is_own === true
}

/** Keeps what a network said to people, and has what waits for this wallet looked at now; returns how many that is. */
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
