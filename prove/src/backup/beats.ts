import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'

const EVERY_MS = 50

/** A row that was committed: written after `sent` and before `acknowledged`, in milliseconds since 1970. */
export type Beat = Readonly<{ number: number; sent: number; acknowledged: number }>

export type Beats = Readonly<{
  /** All that were acknowledged, in order. */
  written: readonly Beat[]
  stop(): Promise<void>
}>

/** Commits numbered rows beside the load, so that the end of a restored database is known to the twentieth of a second. */
export async function startBeats(url: string): Promise<Beats> {
  const pool = createPool(url, { max: 1, applicationName: 'beats' })
  await pool.query(
    'create table public.beat (number integer primary key); grant select on public.beat to afara_owner',
  )
  const written: Beat[] = []
  const stopping = new AbortController()
  const beat = async (): Promise<void> => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const sent = Date.now()
      await pool.query('insert into public.beat values ($1)', [number])
      written.push({ number, sent, acknowledged: Date.now() })
      await sleep(EVERY_MS)
    }
  }
  const ended = beat()
  return {
    written,
    stop: async () => {
      stopping.abort()
      await ended
      await pool.end()
    },
  }
}

/** Returns the newest row of a database, which has all rows before it. */
export async function readNewestBeat(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ newest: number; count: number }>(
    'select coalesce(max(number), 0) as newest, count(*)::integer as count from public.beat',
  )
  const { newest = 0, count = 0 } = rows[0] ?? {}
  if (newest !== count) throw new Error(`the restored database has ${count} of the first ${newest} rows`)
  return newest
}
