import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** Outcome of the drills in PostgreSQL. */
export type DrillRecord = Readonly<{
  /** Number of drills that were acknowledged but are not finished yet. */
  unfinished: number
  /** Number of drills that made their first step. */
  moved: number
  /** Number of drills that made a step more than once, or a step that does not belong to a drill. */
  twice: number
}>

export async function readDrillRecord(pool: Pool, ids: readonly string[]): Promise<DrillRecord> {
  const { rows } = await pool.query<Record<keyof DrillRecord, number>>(
    `with acknowledged as (select unnest($1::uuid[]) as id),
     walked as (
       select a.id, t.status, array_agg(e.event order by e.sequence) as events
       from acknowledged a left join transaction t on t.id = a.id left join transaction_event e on e.transaction_id = a.id
       group by a.id, t.status)
     select count(*) filter (where status is distinct from 'finished')::int as unfinished,
       count(*) filter (where cardinality(events) > 1)::int as moved,
       count(*) filter (where events <> (array['accepted', 'first_step_done', 'second_step_done'])[1:cardinality(events)])::int as twice
     from walked`,
    [ids],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('PostgreSQL did not answer')
  return row
}
