import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** Returns the reported differences of a run in which the ledger was right to the kobo. */
export async function findFalseAlarms(owner: Pool): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select summary || ' ' || left(coalesce(facts ->> 'items', ''), 300) as words from case_file
     where kind = 'reconciliation_differs' order by opened_at`,
  )
  return rows.map(({ words }) => `a false alarm: ${words}`)
}
