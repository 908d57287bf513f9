import { setTimeout as sleep } from 'node:timers/promises'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { BenchApi } from '../raise-api.ts'
import type { TestBed } from '../test-bed.ts'

const ALL_WITHIN_MS = 300_000

/** Waits until the worker has numbered and sealed the events of the newest buy. */
export async function drainRecords({ postgres }: TestBed, { database }: BenchApi): Promise<void> {
  const deadline = performance.now() + ALL_WITHIN_MS
  while (performance.now() < deadline) {
    const [row] = await runStatement(
      postgres.url('postgres', database),
      `select exists (select from afara.event_position p where p.transaction_id = e.transaction_id)
         and e.xid <= (select through_xid from afara.seal order by number desc limit 1) as is_done
       from (select id from afara.transaction order by id desc limit 1) t
       join afara.transaction_event e on e.transaction_id = t.id and e.sequence = 1`,
    )
    if (row === undefined || row.is_done === true) return
    await sleep(500)
  }
  throw new Error(`the worker did not number and seal every buy within ${ALL_WITHIN_MS / 60_000} minutes`)
}
