import { join } from 'node:path'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startMain } from '@afara/stack/processes/node-process.ts'
import { callEach } from '../call-each.ts'
import { countCompleted } from '../count-work.ts'
import { costOfEach, watchCpu } from '../cpu-time.ts'
import { pauseWhile } from '../pause-while.ts'
import { completedRate } from '../settle/completed-rate.ts'
import type { Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { createBarePaying } from './bare-statements.ts'
import { SELLS_A_SECOND } from './our-paying.ts'
import type { PayingStack } from './raise-paying.ts'

let made = 0

/** Starts the bare driver in its own process, like our worker. It calls the bank itself. */
export async function barePaying(bed: TestBed, stack: PayingStack): Promise<Side> {
  await createBarePaying(stack.databaseUrl('postgres'))
  const { engine, worker, reconciler, payer } = stack.processes
  const port = await findFreePort()
  const child = await startMain({
    name: 'bare-worker',
    main: 'bench/src/main-bare-paying.ts',
    port,
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: stack.databaseUrl('postgres'),
      BANK_URL: stack.bankUrl,
      INGRESS_URL: stack.ingressUrl,
    },
    logFile: join(bed.directory, 'bare-worker.log'),
    onSpawn: bed.onSpawn,
  })
  await stack.registerWorker(`http://127.0.0.1:${port}`)
  return {
    name: 'bare',
    measure: async ({ postgres }, { seconds }) =>
      pauseWhile([worker, reconciler, payer], async () => {
        const pool = createPool(stack.databaseUrl('postgres'), { max: 2, applicationName: 'bench' })
        try {
          const ids = Array.from({ length: seconds * SELLS_A_SECOND }, () => newId())
          await receive(pool, ids)
          const spent = watchCpu(postgres.processId, { worker: child.processId, engine })
          const sent = callEach(stack.ingressUrl, 'bare-sell', ids)
          const perSecond = await completedRate(ids.length, async () => countCompleted(pool, ids, 'bare'))
          await sent
          const cost = costOfEach(spent(), ids.length)
          return {
            count: ids.length,
            perSecond,
            ...cost,
          }
        } finally {
          await pool.end()
        }
      }),
  }
}

async function receive(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into bare.transaction
     select id, gen_random_uuid(), 'test', 'sell', 'deposit_received', 1, 200000, id::text,
       '02' || lpad(($2 + place)::text, 8, '0'), now() from unnest($1::uuid[]) with ordinality as u (id, place)`,
    [ids, made],
  )
  made += ids.length
  await pool.query(
    `insert into bare.balance select id::text, 'held', 200000 from unnest($1::uuid[]) as u (id)`,
    [ids],
  )
}
