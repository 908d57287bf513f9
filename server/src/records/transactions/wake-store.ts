import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines/machines.ts'

/**
 * A nudge counts as outstanding until this long after its due time. Then it counts as lost and is repeated. After Restate has lost its
 * state, recovery therefore takes this long.
 */
export const NUDGE_LEASE_SECONDS = 15

/** Types of durable objects: one object per transaction, bank account, lane, payout account, watched network, webhook endpoint, mail, payment order, withdrawal order, batch of payouts and ended standing number. */
export type ObjectType =
  | TransactionType
  | 'bank-account'
  | 'lane'
  | 'payout-account'
  | 'deposits'
  | 'webhook'
  | 'mail'
  | 'payment-order'
  | 'withdrawal-order'
  | 'payout-batch'
  | 'customer-number'

/** A call to Restate. Its number is always new, because Restate ignores a call that repeats a key. */
export type Nudge = Readonly<{
  subjectId: string
  type: ObjectType
  number: number
  dueAt: Date
  /** A webhook endpoint that answered the last attempt. It may share a call with others, because it probably does not hang. */
  isSteady?: boolean
}>

export type Wake = Readonly<{ dueAt: Date; failureCount: number }>

export async function readWake(sql: Sql, subjectId: string): Promise<Wake | undefined> {
  const { rows } = await sql.query<{ due_at: Date; failure_count: number }>({
    name: 'read_wake',
    text: 'select due_at, failure_count from wake where subject_id = $1',
    values: [subjectId],
  })
  return rows[0] && { dueAt: rows[0].due_at, failureCount: rows[0].failure_count }
}

/** Records an external failure and schedules the next check. The status stays unchanged. */
export async function recordFailure(sql: Sql, subjectId: string, error: string, dueAt: Date): Promise<void> {
  await sql.query({
    name: 'record_failure',
    text: 'select record_failure($1, $2, $3)',
    values: [subjectId, error, dueAt],
  })
}

/**
 * Starts a check, and schedules the next one at `until` in case this one never finishes. An event during the check finds the object not due
 * and makes it due. An event that finds the object already due is left to the coming check.
 */
export async function beginLook(sql: Sql, subjectId: string, until: Date): Promise<void> {
  await sql.query({ name: 'begin_look', text: 'select begin_look($1, $2)', values: [subjectId, until] })
}

/** Ends a check of an object that never ends. If the object was made due meanwhile (the row differs from `seen`), it stays due. */
export async function settleWake(
  sql: Sql,
  subjectId: string,
  { seen, dueAt }: Readonly<{ seen: Date; dueAt: Date }>,
): Promise<void> {
  await sql.query({
    name: 'settle_wake',
    text: 'select settle_wake($1, $2, $3)',
    values: [subjectId, seen, dueAt],
  })
}

/** Deletes the schedule of an object that no longer exists. */
export async function forgetWake(sql: Sql, subjectId: string): Promise<void> {
  await sql.query('select schedule_wake($1, null)', [subjectId])
}

/** Makes an object that never ends due now, because something happened that concerns it. */
export async function wakeNow(sql: Sql, type: ObjectType, subjectId: string, at: Date): Promise<void> {
  await sql.query('select wake_now($1, $2, $3)', [type, subjectId, at])
}

/** Returns the nudge for one object. Undefined if a nudge is outstanding or no check is scheduled. */
export async function claimNudge(sql: Sql, subjectId: string, at: Date): Promise<Nudge | undefined> {
  const { rows } = await sql.query<{ type: ObjectType; nudge_number: number; due_at: Date }>({
    name: 'claim_nudge',
    text: 'select type, nudge_number, due_at from claim_nudge($1, $2, $3)',
    values: [subjectId, at, NUDGE_LEASE_SECONDS],
  })
  const row = rows[0]
  return row && { subjectId, type: row.type, number: row.nudge_number, dueAt: row.due_at }
}

/** Returns nudges for the listed objects that are due and have no outstanding nudge. */
export async function claimNudgesOf(sql: Sql, subjectIds: readonly string[], at: Date): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow>({
    name: 'claim_nudges_of',
    text: 'select subject_id, type, nudge_number from claim_nudges_of($1, $2, $3)',
    values: [subjectIds, at, NUDGE_LEASE_SECONDS],
  })
  return rows.map((row) => toNudge(row, at))
}

/** Returns nudges for webhook endpoints that are due and have no outstanding nudge. */
export async function claimEventNudges(sql: Sql, at: Date, most: number): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow & { is_steady: boolean }>({
    name: 'claim_event_nudges',
    text: 'select subject_id, type, nudge_number, is_steady from claim_event_nudges($1, $2, $3)',
    values: [at, most, NUDGE_LEASE_SECONDS],
  })
  return rows.map((row) => ({ ...toNudge(row, at), isSteady: row.is_steady }))
}

/** Returns nudges for up to `most` due objects that have no outstanding nudge. */
export async function claimDueNudges(sql: Sql, at: Date, most: number): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow>({
    name: 'claim_nudges',
    text: 'select subject_id, type, nudge_number from claim_nudges($1, $2, $3)',
    values: [at, most, NUDGE_LEASE_SECONDS],
  })
  return rows.map((row) => toNudge(row, at))
}

type ClaimedRow = { subject_id: string; type: ObjectType; nudge_number: number }

/** Returns the nudge of a row that a claiming function returned. */
export function toNudge({ subject_id, type, nudge_number }: ClaimedRow, dueAt: Date): Nudge {
  return { subjectId: subject_id, type, number: nudge_number, dueAt }
}
