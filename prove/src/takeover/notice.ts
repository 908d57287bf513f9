import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

const LOOKED_FOR_MS = 75_000
const EVERY_MS = 250

/** A decision in force that two people did not sign. */
export type Forged = Readonly<{ caseId: string; atMs: number }>

/**
 * Waits until the vault has named every forged decision, that is until a case about it is open and its freeze is in place. Returns the
 * seconds of each, by case; a case that nothing names is missing.
 */
export async function untilNoticed(
  { owner }: Stage,
  forged: readonly Forged[],
): Promise<ReadonlyMap<string, number>> {
  const noticed = new Map<string, number>()
  const since = performance.now()
  while (noticed.size < forged.length && performance.now() - since < LOOKED_FOR_MS) {
    const { rows } = await owner.query<{ of: string }>(
      `select split_part(c.facts ->> 'subject', ':', 2) as of from case_file c
       where c.kind = 'reconciliation_differs' and c.facts ->> 'kind' = 'decision' and c.state <> 'resolved'
         and exists (select from freeze_order f where f.lifted_at is null and f.placed_by in ('system:payer', 'system:vault'))`,
    )
    const named = new Set(rows.map(({ of }) => of))
    for (const { caseId, atMs } of forged)
      if (named.has(caseId) && !noticed.has(caseId)) noticed.set(caseId, (performance.now() - atMs) / 1_000)
    await sleep(EVERY_MS)
  }
  return noticed
}
