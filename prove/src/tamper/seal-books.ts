import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { exportHead, sealNextBatch } from '@afara/server/records/ledger/seals/seal-rows.ts'
import type { ProofDatabase } from '../proof-postgres.ts'
import { sealEverything } from '../seal-everything.ts'

/** Seals all committed rows as the service does, and exports every head. Returns the number of seals. */
export async function sealBooks(
  database: ProofDatabase,
  headFile: string,
  options: Readonly<{ most?: number; onSealed?: (rows: number) => void }> = {},
): Promise<number> {
  const pool = createPool(database.url('afara_sealer'), { max: 1, applicationName: 'prove tamper' })
  let seals = 0
  let rows = 0
  try {
    await sealEverything(pool, async () => {
      const seal = await sealNextBatch({ pool, clock: systemClock }, options.most)
      if (seal === undefined) return false
      await exportHead(headFile, seal)
      seals += 1
      rows += seal.rowCount
      options.onSealed?.(rows)
      return true
    })
    return seals
  } finally {
    await pool.end()
  }
}
