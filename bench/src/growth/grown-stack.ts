import { setTimeout as sleep } from 'node:timers/promises'
import { writeHistory } from '@afara/prove/checks-at-size/write-history.ts'
import { runLoad } from '@afara/prove/hour/run-load.ts'
import { raiseLiveStack } from '@afara/prove/live-stack.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { declareTestPostings } from '@afara/stack/postgres/test-postings.ts'
import { Client } from 'pg'
import { settleDatabase } from '../bench-database.ts'
import { DEPLOYED_INTERVALS } from '../deployed-intervals.ts'
import type { Side } from '../side.ts'
import { BENCH_SETTINGS } from '../test-bed.ts'
import { findOurTables } from '../whole/find-our-tables.ts'
import { measureWindow, requireAccepted, requireSound, untilAllSettled } from '../whole/run-whole.ts'

export type GrownStack = Readonly<{
  side: Side
  /** Throws if a check finds anything in the history or in the new buys. */
  requireSound(): Promise<void>
  stop(): Promise<void>
}>

// Much less than the history needs, as in a deployment whose history has outgrown its memory.
const SETTINGS = { ...BENCH_SETTINGS, shared_buffers: '256MB', max_wal_size: '16GB' }
const WARM_UP_SECONDS = 10

/** Starts a whole stack on a database that already holds completed transactions. Its side settles new buys at `rate` a second. */
export async function raiseGrownStack(
  transactions: number,
  rate: number,
  show: (line: string) => void,
): Promise<GrownStack> {
  const stack = await raiseLiveStack(DEPLOYED_INTERVALS, {
    bank: {},
    delivery: {},
    postgresSettings: SETTINGS,
    fill: async (databaseUrl) => fillDatabase(databaseUrl, transactions, show),
  })
  await findOurTables(stack.databaseUrl('postgres'), 'afara')
  for (const { url } of stack.chains?.all ?? []) await askChain(url, 'evm_setIntervalMining', 1)
  const superuser = createPool(stack.databaseUrl('postgres'), { max: 1, applicationName: 'bench' })
  await superuser.query('checkpoint')
  const since = await newestId(superuser)
  let paid = 0
  let customers = 0

  const measure: Side['measure'] = async (_bed, { seconds }) => {
    const load = runLoad(stack, rate, WARM_UP_SECONDS + seconds, customers)
    customers += rate * (WARM_UP_SECONDS + seconds)
    await sleep(WARM_UP_SECONDS * 1000)
    const measured = await measureWindow(stack, superuser, seconds, since)
    await load.ended
    await requireAccepted(load)
    paid += load.paidAt.size
    const lost = await untilAllSettled(superuser, paid, since)
    if (lost > 0) throw new Error(`${lost} buys were accepted and paid but never completed`)
    await settleDatabase(stack.databaseUrl('postgres'))
    return measured
  }
  const stop = async () => {
    await superuser.end()
    await stack.stop()
  }
  return {
    side: { name: transactions.toLocaleString('en'), measure },
    requireSound: async () => requireSound(stack),
    stop,
  }
}

async function fillDatabase(
  databaseUrl: (role: string) => string,
  transactions: number,
  show: (line: string) => void,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl('postgres') })
  const open = (role: string) =>
    createPool(databaseUrl(role), { max: 2, applicationName: 'bench', isPatient: true })
  const [reconciler, sealer] = [open('afara_reconciler'), open('afara_sealer')]
  await declareTestPostings(databaseUrl('postgres'))
  await client.connect()
  try {
    await writeHistory({ client, reconciler, sealer }, transactions, everyTenSeconds(show))
    // The history was verified and counted when it was new.
    await client.query('update reconciling set seen_seal = (select max(number) from seal), owed_rows = 0')
    await client.query(
      'update service_level_cursor set position = (select coalesce(max(position), 0) from event_position)',
    )
  } finally {
    await Promise.all([client.end(), reconciler.end(), sealer.end()])
  }
}

function everyTenSeconds(show: (line: string) => void): (line: string) => void {
  let shownAt = performance.now()
  return (line) => {
    if (performance.now() - shownAt < 10_000) return
    shownAt = performance.now()
    show(`  ${line}`)
  }
}

async function newestId(superuser: Pool): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>(
    'select id::text as id from transaction order by id desc limit 1',
  )
  return rows[0]?.id ?? ''
}
