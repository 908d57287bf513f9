import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Hit, ScreenList, ScreenSubject } from '../screening/screen.ts'
import type { Transaction } from './transaction-store.ts'
import { NUDGE_LEASE_SECONDS, type Nudge } from './wake-store.ts'

/** Whom a list was asked about, and what it said. */
export type Screening = Readonly<{
  list: ScreenList | undefined
  subjects: readonly ScreenSubject[]
  hits: readonly Hit[]
}>

/** Queued for a lane, in the balance of the business, kept by people or for the business, waiting, or not here any more. */
export type ClearingOutcome = 'queued' | 'credited' | 'held' | 'cannot_deliver' | 'waits' | 'moved_on'

export type Cleared = Readonly<{
  outcome: ClearingOutcome
  dueAt: Date | undefined
  /** The look at the lane that now has it, if nobody else has asked for one. */
  nudge: Nudge | undefined
}>

type Row = {
  outcome: ClearingOutcome
  due_at: Date | null
  lane_id: string | null
  nudge_number: number | null
}

/** Asks everything that is left to ask about a buy whose naira is here, and moves it, in one commit. Safe to repeat. */
export async function clearBuy(sql: Sql, buy: Transaction, screening: Screening, at: Date): Promise<Cleared> {
  const { list, subjects, hits } = screening
  const facts = {
    screening_id: newId(),
    list: list && { name: list.name, version: list.version, loaded_at: list.loadedAt },
    subjects,
    hits,
  }
  const { rows } = await sql.query<Row>({
    name: 'clear_buy',
    text: 'select outcome, due_at, lane_id, nudge_number from clear_buy($1, $2, $3, $4, $5)',
    values: [buy.id, buy.version, JSON.stringify(facts), at, NUDGE_LEASE_SECONDS],
  })
  const row = rows[0]
  if (row === undefined) throw new Error(`clearing said nothing about ${buy.id}`)
  return { outcome: row.outcome, dueAt: row.due_at ?? undefined, nudge: toNudge(row, at) }
}

function toNudge({ lane_id, nudge_number }: Row, dueAt: Date): Nudge | undefined {
  if (lane_id === null || nudge_number === null) return undefined
  return { subjectId: lane_id, type: 'lane', number: nudge_number, dueAt }
}

/** Asks people about a buy that has been where it is for too long, and returns when to look at it next. */
export async function lookAtBuy(sql: Sql, buy: Transaction, at: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>('select look_at_buy($1, $2, $3) as due_at', [
    buy.id,
    buy.version,
    at,
  ])
  return rows[0]?.due_at ?? undefined
}

/** The same for one whose step has failed: it is tried again all the same. */
export async function noteOverdueBuy(sql: Sql, buy: Transaction, at: Date): Promise<void> {
  await sql.query('select note_overdue_buy($1, $2, $3)', [buy.id, buy.version, at])
}
