import pg from 'pg'
import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Verdict } from './open-credit.ts'

/** A verdict with the other values that the database needs. */
export type DecidedVerdict = Pick<Verdict, 'allocations' | 'cases' | 'closes'> &
  Readonly<{
    /** Time from which the allocations can no longer be recalled. */
    agedFrom: Date
    /** Deadline for operators to decide the new cases. */
    casesDueAt: Date
    /** The waiting credits, and when to check each again. */
    looked: readonly Readonly<{ lineId: string; lookAt: Date | undefined }>[]
  }>

export type Applied = Readonly<{ allocated: number; opened: number }>

/** Something changed since it was read, and nothing was written. The caller must read and decide again. */
export class NotAsRead extends Error {
  override readonly name = 'NotAsRead'
}

const NOT_AS_READ = 'AF040'
const ANSWERED = 'settled by later information'

/** Writes the whole verdict in the caller's transaction, or throws. Throws `NotAsRead` when the database has changed. */
export async function applyVerdict(
  sql: Sql,
  accountId: string,
  verdict: DecidedVerdict,
  at: Date,
): Promise<Applied> {
  const allocated = verdict.allocations.length === 0 ? 0 : await allocateCredits(sql, accountId, verdict, at)
  const isSettled = verdict.cases.length + verdict.closes.length + verdict.looked.length === 0
  const opened = isSettled ? 0 : await applyUndecided(sql, accountId, verdict, at)
  return { allocated, opened }
}

async function allocateCredits(
  sql: Sql,
  accountId: string,
  { allocations, agedFrom }: DecidedVerdict,
  at: Date,
): Promise<number> {
  try {
    const { rows } = await sql.query<{ allocated: number }>({
      name: 'allocate_credits',
      text: 'select allocate_credits($1, null, $2, $3, $4, $5, $6, $7, $8, $9, $10) as allocated',
      values: [
        accountId,
        agedFrom,
        at,
        // PostgreSQL could generate the ids too, but takes ten times as long.
        plainArray(allocations.map(() => newId())),
        plainArray(allocations.map(({ lineId }) => lineId)),
        plainArray(allocations.map(({ transactionId }) => transactionId)),
        plainArray(allocations.map(({ amountMinor }) => amountMinor.toString())),
        plainArray(allocations.map(({ event }) => event)),
        plainArray(allocations.map(({ evidence }) => evidence)),
        plainArray(allocations.map(({ ground }) => ground)),
      ],
    })
    return rows[0]?.allocated ?? 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_AS_READ) {
      throw new NotAsRead(error.message, { cause: error })
    }
    throw error
  }
}

/** Ids, whole amounts and our own words need no quotes in an array. The driver would check thousands of values for characters to quote. */
function plainArray(values: readonly string[]): string {
  return `{${values.join(',')}}`
}

async function applyUndecided(
  sql: Sql,
  accountId: string,
  { cases, closes, looked, casesDueAt }: DecidedVerdict,
  at: Date,
): Promise<number> {
  const asked = cases.map((opened) => ({
    id: newId(),
    kind: opened.kind,
    line_id: opened.lineId,
    transaction_id: opened.transactionId,
    business_id: opened.businessId,
    is_blocking: opened.isBlocking,
    summary: opened.summary,
    facts: opened.facts,
    proposal: opened.proposal,
    due_at: casesDueAt,
    return_minor: opened.returnMinor?.toString(),
  }))
  const answered = closes.map(({ caseId, replacedBy }) => ({
    case_id: caseId,
    reason: replacedBy === undefined ? ANSWERED : `replaced by another case: ${replacedBy}`,
  }))
  const waiting = looked.map(({ lineId, lookAt }) => ({ line_id: lineId, look_at: lookAt }))
  const { rows } = await sql.query<{ opened: number }>({
    name: 'apply_undecided',
    text: 'select apply_undecided($1, $2, $3, $4, $5) as opened',
    values: [accountId, at, ...[asked, answered, waiting].map((list) => JSON.stringify(list))],
  })
  return rows[0]?.opened ?? 0
}

/** Returns when the next credit of an account is due, at the earliest now. Undefined when none waits. */
export async function readNextLook(sql: Sql, accountId: string, now: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>({
    name: 'next_look',
    text: 'select next_look($1, $2) as at',
    values: [accountId, now],
  })
  return rows[0]?.at ?? undefined
}
