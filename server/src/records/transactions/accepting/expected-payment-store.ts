import { randomInt } from 'node:crypto'
import pg from 'pg'
import { type Money, money } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type BuyAnswer, type NewBuy, toRow } from './buy-store.ts'

/** Payment instructions: an amount that is unique on its account, and a code for the narration. */
export type ExpectedPayment = Readonly<{ amount: Money; code: string; expiresAt: Date }>

/**
 * Returns the kobo, from 1 to 99, that a business may add to an amount of whole naira on an account. Empty if the business has too many
 * open payments.
 */
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

// After a concurrent request, the business has too many open payments.
const ENOUGH_OPEN = 'AF046'

/**
 * Opens the buy and issues its amount and code in one commit. Returns undefined if a concurrent request took the amount or the code.
 * Nothing was written then, and other amounts and codes may be free.
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

/** Whether a concurrent request took the amount or the code. Nothing was written then, and other amounts and codes may be free. */
export function isTakenAmount(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.constraint === 'expected_payment_amount' ||
      error.constraint === 'expected_payment_code' ||
      error.code === ENOUGH_OPEN)
  )
}

/** Runs for one tenant, which sees only its own payments. */
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

/** Deletes old claims that received no naira, and releases amounts and codes for reuse. Returns how many. Safe to repeat. */
export async function deleteOldClaims(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ swept: number }>('select delete_old_claims($1, $2) as swept', [
    at,
    CLAIMS_A_SWEEP,
  ])
  return (rows[0]?.swept ?? 0) + (await releaseExpectedPayments(sql, at, CLAIMS_A_SWEEP))
}

/** Releases amounts and codes that have been unused long enough to be issued again. Returns how many. */
async function releaseExpectedPayments(sql: Sql, at: Date, most: number): Promise<number> {
  const { rows } = await sql.query<{ released: number }>(
    'select release_expected_payments($1, $2) as released',
    [at, most],
  )
  return rows[0]?.released ?? 0
}

/** Excludes characters that are easily confused: 0 and O, 1 and I and L, U and V. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 6

/** Returns a code for the narration of an expected payment. It has a letter and a digit, so no word or number looks like a code. */
export function newPaymentCode(): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
      '',
    )
    if (/[0-9]/.test(code) && /[A-Z]/.test(code)) return code
  }
}
