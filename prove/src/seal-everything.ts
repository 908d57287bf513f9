import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { sealedTables } from '@afara/server/records/ledger/seals/sealed-tables.ts'

const WITHIN_MS = 120_000

/**
 * Calls the sealer until every row is sealed. Any transaction that still runs, in any database of the cluster, delays the sealer. So a call
 * that finds nothing to seal does not mean that everything is sealed.
 */
export async function sealEverything(sql: Sql, sealBatch: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    while (await sealBatch());
    if (!(await hasUnsealed(sql))) return
    if (performance.now() > deadline) throw new Error('the sealer did not seal all rows in time')
    await sleep(20)
  }
}

async function hasUnsealed(sql: Sql): Promise<boolean> {
  const unsealed = sealedTables.map(
    ({ name }) => `exists (select from ${name} where xid > (select coalesce(max(through_xid), 0) from seal))`,
  )
  const { rows } = await sql.query<{ found: boolean }>(`select ${unsealed.join(' or ')} as found`)
  return rows[0]?.found === true
}
