import { join } from 'node:path'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { mintTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startMain } from '@afara/stack/processes/node-process.ts'
import { callEach } from '../call-each.ts'
import { countCommits, countCompleted } from '../count-work.ts'
import { costOfEach, watchCpu } from '../cpu-time.ts'
import { pauseWhile } from '../pause-while.ts'
import type { Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { createBareSettling } from './bare-statements.ts'
import { completedRate } from './completed-rate.ts'
import { BUYS_A_SECOND } from './our-settling.ts'
import type { SettlingStack } from './raise-settling.ts'

const FLOAT_UNITS = 10n ** 24n
// The fourth and fifth wallets of anvil. Ours are the second and third.
const wallets = [
  {
    number: 3,
    key: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  },
  {
    number: 4,
    key: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  },
] as const

/** Starts the bare driver in its own process, like our worker. */
export async function bareSettling(bed: TestBed, stack: SettlingStack): Promise<Side> {
  await createBareSettling(stack.databaseUrl('postgres'))
  for (const { address } of wallets) await mintTokens(stack.chainUrl, address, FLOAT_UNITS)
  const port = await findFreePort()
  const child = await startMain({
    name: 'bare-worker',
    main: 'bench/src/main-bare-worker.ts',
    port,
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: stack.databaseUrl('postgres'),
      CHAIN_URL: stack.chainUrl,
      INGRESS_URL: stack.ingressUrl,
      LANES: JSON.stringify(wallets.map(({ number, key }) => ({ number, key }))),
    },
    logFile: join(bed.directory, 'bare-worker.log'),
    onSpawn: bed.onSpawn,
  })
  await stack.registerWorker(`http://127.0.0.1:${port}`)
  const { engine, chain, worker, reconciler, signer } = stack.processes
  const shared = { engine, chain }
  return {
    name: 'bare',
    measure: async ({ postgres }, { seconds }) =>
      pauseWhile([worker, reconciler, signer], async () => {
        const pool = createPool(stack.databaseUrl('postgres'), { max: 2, applicationName: 'bench' })
        try {
          const ids = Array.from({ length: seconds * BUYS_A_SECOND }, () => newId())
          await receive(pool, ids)
          const commits = await countCommits(pool)
          const spent = watchCpu(postgres.processId, { worker: child.processId, ...shared })
          const sent = callEach(stack.ingressUrl, 'bare-buy', ids)
          const perSecond = await completedRate(ids.length, async () => countCompleted(pool, ids, 'bare'))
          await sent
          const cost = costOfEach(spent(), ids.length)
          return {
            count: ids.length,
            perSecond,
            ...cost,
            more: {
              commits: ((await countCommits(pool)) - commits) / ids.length,
              ...cost.more,
            },
          }
        } finally {
          await pool.end()
        }
      }),
  }
}

async function receive(pool: ReturnType<typeof createPool>, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into bare.transaction
     select id, gen_random_uuid(), 'test', 'buy', 'payment_received', 2, 2000000, id::text,
       '0x' || lpad(replace(id::text, '-', ''), 40, 'b'), now() from unnest($1::uuid[]) as u (id)`,
    [ids],
  )
  await pool.query(
    `insert into bare.balance select id::text, 'held', 2000000 from unnest($1::uuid[]) as u (id)`,
    [ids],
  )
}
