import pg from 'pg'
import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { NUDGE_LEASE_SECONDS, type Nudge, toNudge } from '../../records/transactions/wake-store.ts'
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

export type Applied = Readonly<{
  allocated: number
  /** The nudges of the buys that are now paid in full. */
  nudges: readonly Nudge[]
  opened: number
  /** When the next credit of the account is due. Undefined when none waits. */
  nextLookAt: Date | undefined
}>

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
  const allocated =
    verdict.allocations.length === 0 ? undefined : await allocateCredits(sql, accountId, verdict, at)
  const isSettled = verdict.cases.length + verdict.closes.length + verdict.looked.length === 0
  const opened = isSettled ? 0 : await applyUndecided(sql, accountId, verdict, at)
  return {
    opened,
    allocated: allocated?.count ?? 0,
    nudges: allocated?.nudges ?? [],
    nextLookAt:
      isSettled && allocated !== undefined ? allocated.nextLookAt : await readNextLook(sql, accountId, at),
  }
}

async function allocateCredits(
  sql: Sql,
  accountId: string,
  { allocations, agedFrom }: DecidedVerdict,
  at: Date,
): Promise<Readonly<{ count: number; nudges: readonly Nudge[]; nextLookAt: Date | undefined }>> {
  try {
    const { rows } = await sql.query<{
      allocated: number
      nudges: ReadonlyArray<Parameters<typeof toNudge>[0]> | null
      next_at: Date | null
    }>({
      name: 'allocate_and_wake',
      text: `select allocated, nudges, next_at
        from allocate_and_wake($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values: [
        accountId,
        agedFrom,
        at,
        NUDGE_LEASE_SECONDS,
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
    const { allocated = 0, nudges, next_at } = rows[0] ?? {}
    return {
      count: allocated,
      nudges: (nudges ?? []).map((row) => toNudge(row, at)),
      nextLookAt: next_at ?? undefined,
    }
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
    read_past: opened.readPast,
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
async function readNextLook(sql: Sql, accountId: string, now: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>({
    name: 'next_look',
    text: 'select next_look($1, $2) as at',
    values: [accountId, now],
  })
  return rows[0]?.at ?? undefined
}
