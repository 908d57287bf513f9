import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines/machines.ts'

/**
 * How long a nudge counts as outstanding past its time. After that it is taken for lost and made again, so this is
 * also how soon everything moves again when the engine has lost all it knew.
 */
export const NUDGE_LEASE_SECONDS = 15

/** What is driven by the engine: one object per transaction, bank account of ours, lane, account that pays, watched network, webhook endpoint. */
export type ObjectType = TransactionType | 'bank-account' | 'lane' | 'payout-account' | 'deposits' | 'webhook'

/** A call to hand to the engine. Its number is new each time: the engine swallows a call that repeats a key. */
export type Nudge = Readonly<{ subjectId: string; type: ObjectType; number: number; dueAt: Date }>

export type Wake = Readonly<{ dueAt: Date; failureCount: number }>

export async function readWake(sql: Sql, subjectId: string): Promise<Wake | undefined> {
  const { rows } = await sql.query<{ due_at: Date; failure_count: number }>(
    'select due_at, failure_count from wake where subject_id = $1',
    [subjectId],
  )
  return rows[0] && { dueAt: rows[0].due_at, failureCount: rows[0].failure_count }
}

/** The world failed: keeps why on the row and sets the next look. The status does not move. */
export async function recordFailure(sql: Sql, subjectId: string, error: string, dueAt: Date): Promise<void> {
  await sql.query('select record_failure($1, $2, $3)', [subjectId, error, dueAt])
}

/**
 * A look begins. A process with news from now on finds the object not due, and makes it due; news that find it due are left to the
 * look that is to come. If nothing more is heard of this one, the next is due then.
 */
export async function beginLook(sql: Sql, subjectId: string, until: Date): Promise<void> {
  await sql.query('select begin_look($1, $2)', [subjectId, until])
}

/** A look at what never ends is over. A call for one in the meantime (the row is not as `seen`) stays due. */
export async function settleWake(
  sql: Sql,
  subjectId: string,
  { seen, dueAt }: Readonly<{ seen: Date; dueAt: Date }>,
): Promise<void> {
  await sql.query('select settle_wake($1, $2, $3)', [subjectId, seen, dueAt])
}

/** What was looked at is no more: there is no next look. */
export async function forgetWake(sql: Sql, subjectId: string): Promise<void> {
  await sql.query('select schedule_wake($1, null)', [subjectId])
}

/** Something happened that concerns an object which never ends: it is due. */
export async function wakeNow(sql: Sql, type: ObjectType, subjectId: string, at: Date): Promise<void> {
  await sql.query('select wake_now($1, $2, $3)', [type, subjectId, at])
}

/** The nudge for one object, or undefined when one is outstanding already or it has no next look. */
export async function claimNudge(sql: Sql, subjectId: string, at: Date): Promise<Nudge | undefined> {
  const { rows } = await sql.query<{ type: ObjectType; nudge_number: number; due_at: Date }>(
    'select type, nudge_number, due_at from claim_nudge($1, $2, $3)',
    [subjectId, at, NUDGE_LEASE_SECONDS],
  )
  const row = rows[0]
  return row && { subjectId, type: row.type, number: row.nudge_number, dueAt: row.due_at }
}

/** Nudges for those of a list that are due and that no outstanding nudge covers. */
export async function claimNudgesOf(sql: Sql, subjectIds: readonly string[], at: Date): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow>({
    name: 'claim_nudges_of',
    text: 'select subject_id, type, nudge_number from claim_nudges_of($1, $2, $3)',
    values: [subjectIds, at, NUDGE_LEASE_SECONDS],
  })
  return rows.map((row) => toNudge(row, at))
}

/** The same for webhooks alone, right after there was news for them. */
export async function claimWebhookNudges(sql: Sql, at: Date, most: number): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow>({
    name: 'claim_webhook_nudges',
    text: 'select subject_id, type, nudge_number from claim_webhook_nudges($1, $2, $3)',
    values: [at, most, NUDGE_LEASE_SECONDS],
  })
  return rows.map((row) => toNudge(row, at))
}

/** Nudges for up to `most` due objects that no outstanding nudge covers. */
export async function claimDueNudges(sql: Sql, at: Date, most: number): Promise<Nudge[]> {
  const { rows } = await sql.query<ClaimedRow>(
    'select subject_id, type, nudge_number from claim_nudges($1, $2, $3)',
    [at, most, NUDGE_LEASE_SECONDS],
  )
  return rows.map((row) => toNudge(row, at))
}

type ClaimedRow = { subject_id: string; type: ObjectType; nudge_number: number }

function toNudge({ subject_id, type, nudge_number }: ClaimedRow, dueAt: Date): Nudge {
  return { subjectId: subject_id, type, number: nudge_number, dueAt }
}
