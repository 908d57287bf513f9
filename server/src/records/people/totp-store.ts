import type { Sql } from '../../kernel/postgres/pool.ts'

/** The codes of a member. The secret is encrypted. */
export type Totp = Readonly<{ id: string; secret: Buffer; lastStep: number | null; failures: number }>

/** After so many wrong codes in a row, codes do not count until the member sets them up again. PostgreSQL refuses more. */
export const MOST_FAILURES = 10

const COLUMNS = `t.id, t.secret, t.last_step::float8 as "lastStep", t.failures`

/** Begins to set up codes. What a member began before and did not confirm ends. */
export async function insertTotp(
  sql: Sql,
  { id, memberId, secret, at }: Readonly<{ id: string; memberId: string; secret: Buffer; at: Date }>,
): Promise<void> {
  await sql.query(
    `update totp set secret = null, ended_at = greatest($2, created_at)
     where member_id = $1 and confirmed_at is null and ended_at is null`,
    [memberId, at],
  )
  await sql.query(`insert into totp (id, member_id, secret, created_at) values ($1, $2, $3, $4)`, [
    id,
    memberId,
    secret,
    at,
  ])
}

/** Locks the codes that a member began to set up after this time, so that of two answers one wins. */
export async function lockWaitingTotp(sql: Sql, memberId: string, after: Date): Promise<Totp | undefined> {
  const { rows } = await sql.query<Totp>(
    `select ${COLUMNS} from totp t
     where t.member_id = $1 and t.confirmed_at is null and t.ended_at is null and t.created_at > $2 for update`,
    [memberId, after],
  )
  return rows[0]
}

export async function lockTotpInUse(sql: Sql, memberId: string): Promise<Totp | undefined> {
  const { rows } = await sql.query<Totp>(
    `select ${COLUMNS} from totp t
     where t.member_id = $1 and t.confirmed_at is not null and t.ended_at is null for update`,
    [memberId],
  )
  return rows[0]
}

/** The codes that counted before must have ended in the same transaction. */
export async function confirmTotp(sql: Sql, id: string, step: number, at: Date): Promise<void> {
  await sql.query(`update totp set confirmed_at = $3, last_step = $2 where id = $1`, [id, step, at])
}

/** Ends the codes that count. Returns false if there are none. Their sessions end in the same commit. */
export async function endTotp(sql: Sql, memberId: string, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update totp set secret = null, ended_at = greatest($2, confirmed_at)
     where member_id = $1 and confirmed_at is not null and ended_at is null`,
    [memberId, at],
  )
  return rowCount === 1
}

/** Records a right code. Its step counts as used. */
export async function useTotp(sql: Sql, id: string, step: number): Promise<void> {
  await sql.query(`update totp set last_step = $2, failures = 0 where id = $1`, [id, step])
}

export async function countWrongCode(sql: Sql, id: string): Promise<void> {
  await sql.query(`update totp set failures = failures + 1 where id = $1 and failures < $2`, [
    id,
    MOST_FAILURES,
  ])
}

/** What the page of an account shows about codes. */
export type TotpState = Readonly<{ confirmedAt: Date; isLocked: boolean }>

export async function findTotpState(sql: Sql, memberId: string): Promise<TotpState | undefined> {
  const { rows } = await sql.query<TotpState>(
    `select confirmed_at as "confirmedAt", failures >= $2 as "isLocked" from totp
     where member_id = $1 and confirmed_at is not null and ended_at is null`,
    [memberId, MOST_FAILURES],
  )
  return rows[0]
}
