import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** Differences that people were asked about, for a run in which every kobo was where the books said. */
export async function findFalseAlarms(owner: Pool): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select summary || ' ' || left(coalesce(facts ->> 'items', ''), 300) as words from case_file
     where kind = 'reconciliation_differs' order by opened_at`,
  )
  return rows.map(({ words }) => `a false alarm: ${words}`)
}
