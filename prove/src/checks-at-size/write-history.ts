import { systemClock as clock } from '@afara/server/kernel/clock/clock.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { foldBooks } from '@afara/server/movements/reconciliation/reconciliation-store.ts'
import { sealNextBatch } from '@afara/server/records/ledger/seals/seal-rows.ts'
import type { Client } from 'pg'
import { sealEverything } from '../seal-everything.ts'
import { type Filled, fillRecord, openRecord } from './fill-record.ts'

/** Connections as a superuser, as the reconciler and as the sealer. */
export type Writers = Readonly<{ client: Client; reconciler: Pool; sealer: Pool }>

type Sealing = Readonly<{ rows: number; perSecond: number }>

/** Fills an empty database with sealed and booked transactions, as running processes leave them. */
export async function writeHistory(
  { client, reconciler, sealer }: Writers,
  count: number,
  show: (line: string) => void,
): Promise<Readonly<{ filled: Filled; sealing: Sealing }>> {
  const filled = await fillRecord(client, await openRecord(client), count, (done) =>
    show(`wrote ${done} transactions`),
  )
  await client.query('vacuum analyze')
  await foldBooks(reconciler)
  const sealing = await sealAll(sealer, (rows) => show(`sealed ${rows} rows`))
  return { filled, sealing }
}

export async function sealAll(sealer: Pool, onSealed: (rows: number) => void): Promise<Sealing> {
  const startedAt = performance.now()
  let rows = 0
  await sealEverything(sealer, async () => {
    const seal = await sealNextBatch({ pool: sealer, clock })
    rows += seal?.rowCount ?? 0
    onSealed(rows)
    return seal !== undefined
  })
  return { rows, perSecond: Math.round(rows / ((performance.now() - startedAt) / 1_000)) }
}
