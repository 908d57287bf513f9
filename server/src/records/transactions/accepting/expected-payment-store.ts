import { randomInt } from 'node:crypto'
import pg from 'pg'
import { type Money, money } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type BuyAnswer, type NewBuy, toRow } from './buy-store.ts'

/** What a payer must pay: an amount that no other payer of that account was given, and a code for the narration. */
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

// Another request of the same business took its last one just now.
const ENOUGH_OPEN = 'AF046'

/**
 * Opens the buy and issues its amount and code in one commit. Undefined when another took the amount or the code just
 * now: nothing was written, and others may be free.
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

/** Whether another took the amount or the code just now: nothing was written, and others may be free. */
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

const CLAIMS_A_SWEEP = 1_000

/** Forgets claims that no naira came for, and lets rested amounts and codes go. Returns how many; safe to repeat. */
export async function deleteOldClaims(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ swept: number }>('select delete_old_claims($1, $2) as swept', [
    at,
    CLAIMS_A_SWEEP,
  ])
  return (rows[0]?.swept ?? 0) + (await releaseExpectedPayments(sql, at, CLAIMS_A_SWEEP))
}

/** Amounts and codes that have rested long enough may be issued again. Returns how many. */
async function releaseExpectedPayments(sql: Sql, at: Date, most: number): Promise<number> {
  const { rows } = await sql.query<{ released: number }>(
    'select release_expected_payments($1, $2) as released',
    [at, most],
  )
  return rows[0]?.released ?? 0
}

/** Without the letters and digits that are read for one another: 0 O, 1 I L, and U, which is written as V. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 6

/** What a payer may write beside an expected payment. It has a letter and a digit, so that no word or number looks like one. */
export function newPaymentCode(): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
      '',
    )
    if (/[0-9]/.test(code) && /[A-Z]/.test(code)) return code
  }
}
