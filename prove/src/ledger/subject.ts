import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type SealHead, sealNextBatch } from '@afara/server/records/ledger/seals/seal-rows.ts'
import type { ProofDatabase } from '../proof-postgres.ts'

export type Role = 'afara_owner' | 'afara_api' | 'afara_worker' | 'afara_sealer'

/** The ledger under test: one migrated database, with a pool for each role of the service. */
export type Subject = Readonly<{
  as: Readonly<Record<Role, Pool>>
  /** For observation only, never for writing. */
  watcher: Pool
  /** Seals a batch and exports its head. Returns false if there was nothing to seal. */
  seal(most?: number): Promise<boolean>
  heads: readonly SealHead[]
  close(): Promise<void>
}>

/** Opens the pools. `changeSealer` plants a bug in the sealer's own queries. */
export function openSubject(database: ProofDatabase, changeSealer: (pool: Pool) => void = () => {}): Subject {
  const open = (role: string, max: number) =>
    createPool(database.url(role), { max, applicationName: 'prove ledger' })
  const as = {
    afara_owner: open('afara_owner', 3),
    afara_api: open('afara_api', 1),
    afara_worker: open('afara_worker', 1),
    afara_sealer: open('afara_sealer', 1),
  }
  const watcher = open('postgres', 1)
  const heads: SealHead[] = []
  changeSealer(as.afara_sealer)
  return {
    as,
    watcher,
    heads,
    async seal(most) {
      const seal = await sealNextBatch({ pool: as.afara_sealer, clock: systemClock }, most)
      if (seal !== undefined) heads.push({ number: seal.number, hash: seal.hash.toString('hex') })
      return seal !== undefined
    },
    async close() {
      await Promise.all([...Object.values(as), watcher].map(async (pool) => pool.end()))
    },
  }
}
