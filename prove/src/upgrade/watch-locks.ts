import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

const EVERY_MS = 10

type Wait = Readonly<{ ms: number; who: string }>

/**
 * Asks again and again how long sessions wait for a lock that another program holds, or waits for before them. Returns the longest wait, and
 * who waited: PostgreSQL's own processes count too.
 */
export function watchLocks(pool: Pool, blocker: string): { stop(): Promise<Wait> } {
  const stopped = new AbortController()
  let longest: Wait = { ms: 0, who: 'nobody' }
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const { rows } = await pool.query<Wait>(
        `select extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms,
           concat_ws(' ', w.backend_type, w.application_name, 'waits for', l.mode, 'of', l.locktype, l.relation::regclass) as who
         from pg_locks l join pg_stat_activity w using (pid)
         where not l.granted and exists (
           select from pg_stat_activity a where a.application_name = $1 and a.pid = any (pg_blocking_pids(l.pid)))`,
        [blocker],
      )
      for (const wait of rows) if (wait.ms > longest.ms) longest = wait
      await sleep(EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      stopped.abort()
      await watching
      return longest
    },
  }
}
