import type { Sql } from '../../kernel/postgres/pool.ts'
import { releaseExpectedPayments } from './expected-payment-store.ts'

const MOST = 1_000

/** Forgets claims that no naira came for, and lets rested amounts and codes go. Returns how many; safe to repeat. */
export async function sweepClaims(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ swept: number }>('select sweep_claims($1, $2) as swept', [at, MOST])
  return (rows[0]?.swept ?? 0) + (await releaseExpectedPayments(sql, at, MOST))
}
