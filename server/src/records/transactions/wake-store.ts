import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines.ts'

/**
 * How long a nudge counts as outstanding past its time. After that it is taken for lost and made again, so this is
 * also how soon everything moves again when the engine has lost all it knew.
 */
const NUDGE_LEASE_SECONDS = 15

/** A call to hand to the engine. Its number is new each time: the engine swallows a call that repeats a key. */
export type Nudge = Readonly<{ transactionId: string; type: TransactionType; number: number; dueAt: Date }>

export type Wake = Readonly<{ dueAt: Date; failureCount: number }>

export async function readWake(sql: Sql, transactionId: string): Promise<Wake | undefined> {
  const { rows } = await sql.query<{ due_at: Date; failure_count: number }>(
    'select due_at, failure_count from wake where transaction_id = $1',
    [transactionId],
  )
  return rows[0] && { dueAt: rows[0].due_at, failureCount: rows[0].failure_count }
}

/** The world failed: keeps why on the row and sets the next look. The status does not move. */
export async function recordFailure(
  sql: Sql,
  transactionId: string,
  error: string,
  dueAt: Date,
): Promise<void> {
  await sql.query('select record_failure($1, $2, $3)', [transactionId, error, dueAt])
}

/** The nudge for one transaction, or undefined when one is outstanding already or it is finished. */
export async function claimNudge(sql: Sql, transactionId: string, at: Date): Promise<Nudge | undefined> {
  const { rows } = await sql.query<{ type: TransactionType; nudge_number: number; due_at: Date }>(
    'select type, nudge_number, due_at from claim_nudge($1, $2, $3)',
    [transactionId, at, NUDGE_LEASE_SECONDS],
  )
  const row = rows[0]
  return row && { transactionId, type: row.type, number: row.nudge_number, dueAt: row.due_at }
}

/** Nudges for up to `most` due transactions that no outstanding nudge covers. */
export async function claimDueNudges(sql: Sql, at: Date, most: number): Promise<Nudge[]> {
  const { rows } = await sql.query<{ transaction_id: string; type: TransactionType; nudge_number: number }>(
    'select transaction_id, type, nudge_number from claim_nudges($1, $2, $3)',
    [at, most, NUDGE_LEASE_SECONDS],
  )
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    type: row.type,
    number: row.nudge_number,
    dueAt: at,
  }))
}
