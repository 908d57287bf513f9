import pg from 'pg'
import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Verdict } from './open-credit.ts'

/** What was decided, with what the record needs beside it. */
export type DecidedVerdict = Pick<Verdict, 'allocations' | 'cases' | 'closes'> &
  Readonly<{
    /** When what is given now can no longer be recalled. */
    agedFrom: Date
    /** When people are to have decided what is asked of them. */
    casesDueAt: Date
    /** The credits that wait, and when time may change what is decided about them. */
    looked: readonly Readonly<{ lineId: string; lookAt: Date | undefined }>[]
  }>

export type Applied = Readonly<{ allocated: number; opened: number }>

/** Something was not as it had been read, and nothing was written: read again and decide anew. */
export class NotAsRead extends Error {
  override readonly name = 'NotAsRead'
}

const NOT_AS_READ = 'AF040'

/** Writes the whole verdict in the caller's transaction, or throws: `NotAsRead` when the record has moved on. */
export async function applyVerdict(
  sql: Sql,
  accountId: string,
  verdict: DecidedVerdict,
  at: Date,
): Promise<Applied> {
  try {
    const { rows } = await sql.query<Applied>({
      name: 'apply_matches',
      text: 'select allocated, opened from apply_matches($1, $2, $3)',
      values: [accountId, JSON.stringify(toRows(verdict)), at],
    })
    return rows[0] ?? { allocated: 0, opened: 0 }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_AS_READ) {
      throw new NotAsRead(error.message, { cause: error })
    }
    throw error
  }
}

/** When the next credit of an account is to be looked at, not before now; undefined when none waits. */
export async function readNextLook(sql: Sql, accountId: string, now: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>({
    name: 'next_look',
    text: 'select next_look($1, $2) as at',
    values: [accountId, now],
  })
  return rows[0]?.at ?? undefined
}

function toRows({ allocations, cases, closes, agedFrom, casesDueAt, looked }: DecidedVerdict) {
  return {
    aged_from: agedFrom,
    allocations: allocations.map((allocation) => ({
      line_id: allocation.lineId,
      transaction_id: allocation.transactionId,
      amount_minor: allocation.amountMinor.toString(),
      event: allocation.event,
      evidence: allocation.evidence,
      ground: allocation.ground,
    })),
    cases: cases.map((opened) => ({
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
    })),
    closes: closes.map(({ caseId }) => ({
      case_id: caseId,
      reason: 'whose the credit is was settled by what came since',
    })),
    looked: looked.map(({ lineId, lookAt }) => ({ line_id: lineId, look_at: lookAt })),
  }
}
