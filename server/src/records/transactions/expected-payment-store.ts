import pg from 'pg'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type BuyAnswer, type NewBuy, toRow } from './buy-store.ts'

/** What a payer is asked for: an amount that nobody else is asked for on that account, and a code to write beside it. */
export type ExpectedPayment = Readonly<{ amount: Money; code: string; expiresAt: Date }>

/** The kobo, from 1 to 99, that a business may still add to an amount of whole naira on an account; none where it has enough open. */
export async function readFreeTails(
  sql: Sql,
  asked: Readonly<{ vendorAccountId: string; businessId: string; amount: Money }>,
): Promise<number[]> {
  const { rows } = await sql.query<{ tails: number[] }>('select free_tails($1, $2, $3) as tails', [
    asked.vendorAccountId,
    asked.businessId,
    asked.amount.minor.toString(),
  ])
  return rows[0]?.tails ?? []
}

// Another request of the same business took its last one in this moment.
const ENOUGH_OPEN = 'AF046'

/**
 * Opens the buy and issues its amount and code in one commit. Undefined when another took the amount or the code in this
 * moment: nothing was written, and others may be free.
 */
export async function issueExpected(
  sql: Sql,
  issued: Readonly<{ id: string; buy: Omit<NewBuy, 'payer'>; code: string }>,
): Promise<BuyAnswer | undefined> {
  try {
    const { rows } = await sql.query<BuyAnswer>(
      'select accepted, needs from issue_expected_payment($1, $2, $3)',
      [issued.id, JSON.stringify(toRow({ ...issued.buy, payer: null }, 0)), issued.code],
    )
    return rows[0]
  } catch (error) {
    if (isTakenAmount(error)) return undefined
    throw error
  }
}

/** Whether another took the amount or the code in this moment: nothing was written, and others may be free. */
export function isTakenAmount(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.constraint === 'expected_payment_amount' ||
      error.constraint === 'expected_payment_code' ||
      error.code === ENOUGH_OPEN)
  )
}

/** Runs for one tenant, who sees only its own. */
export async function findExpectedPayment(
  sql: Sql,
  transactionId: string,
): Promise<ExpectedPayment | undefined> {
  const { rows } = await sql.query<{ amount_minor: string; code: string; expires_at: Date }>(
    'select amount_minor, code, expires_at from expected_payment where transaction_id = $1',
    [transactionId],
  )
  const row = rows[0]
  return row && { amount: money('NGN', BigInt(row.amount_minor)), code: row.code, expiresAt: row.expires_at }
}

/** Amounts and codes that have rested long enough may be issued again. Returns how many. */
export async function releaseExpectedPayments(sql: Sql, at: Date, most: number): Promise<number> {
  const { rows } = await sql.query<{ released: number }>(
    'select release_expected_payments($1, $2) as released',
    [at, most],
  )
  return rows[0]?.released ?? 0
}
