import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type ChainCursor, listCursors } from '../../movements/deposits/cursor-store.ts'
import {
  findOwnAddresses,
  readRecordedUnits,
  recordDeposits,
  withoutKnownLogs,
} from '../../movements/deposits/deposit-store.ts'

let world: Awaited<ReturnType<typeof createDepositWorld>>
let cursor: ChainCursor
beforeAll(async () => {
  world = await createDepositWorld()
  const [first] = await listCursors(world.worker)
  if (first === undefined) throw new Error('nothing is watched')
  cursor = first
})
afterAll(async () => {
  await world.close()
})

/** Returns how many rows are read to record one transfer. Runs in one session and rolls back. */
async function rowsRead(sql: Sql, address: string): Promise<number> {
  const block = cursor.block + 1n
  const hash = `0x${'0'.repeat(64)}`
  const log = {
    txHash: hash,
    logIndex: 0,
    block,
    blockHash: hash,
    sender: world.customer.toLowerCase(),
    address,
    token: world.evm.token.toLowerCase(),
    units: 1_000_000n,
  }
  await sql.query('begin')
  try {
    const own = await findOwnAddresses(sql, 'test', [log])
    expect([...own.keys()]).toEqual([address])
    expect(await withoutKnownLogs(sql, cursor, [log])).toHaveLength(1)
    expect((await readRecordedUnits(sql, cursor, [address])).size).toBe(0)
    const moved = await recordDeposits(sql, {
      after: cursor,
      through: { block, hash },
      lagBlocks: 0n,
      unitsPerMinor: 10_000n,
      logs: [log],
      asides: [],
      at: world.clock.now(),
    })
    expect(moved).toHaveLength(1)
    const { rows } = await sql.query<{ tuples: number }>(
      'select sum(seq_tup_read + idx_tup_fetch)::int as tuples from pg_stat_xact_user_tables',
    )
    return rows[0]?.tuples ?? Number.NaN
  } finally {
    await sql.query('rollback')
  }
}

test('the cost of recording a transfer does not grow with the number of issued addresses', async () => {
  const { owner } = world
  const { address } = await world.sell(1_000)
  const sql = await owner.connect()
  try {
    const few = await rowsRead(sql, address)
    await owner.query(
      `insert into deposit_address select 'test', 'Polygon', '0x' || lpad(to_hex(n), 40, '0'), gen_random_uuid(), now()
       from generate_series(1, 100000) as n`,
    )
    // Some statements keep the plan from when there was one address. After ANALYZE all are planned again.
    const kept = await rowsRead(sql, address)
    await owner.query('analyze deposit_address')
    const measured = await rowsRead(sql, address)
    expect(Math.max(kept, measured) - few).toBeLessThan(100)
  } finally {
    sql.release()
  }
})

test('of two processes that read blocks without our transfers, one moves the cursor', async () => {
  const { worker, clock } = world
  const [after] = await listCursors(worker)
  if (after === undefined) throw new Error('nothing is watched')
  const through = { block: after.block + 3n, hash: `0x${'1'.repeat(64)}` }
  const pass = async () =>
    recordDeposits(worker, {
      after,
      through,
      lagBlocks: 2n,
      unitsPerMinor: 10_000n,
      logs: [],
      asides: [],
      at: clock.now(),
    })
  expect(
    await Promise.all([pass(), pass()]).then((both) => both.map((moved) => moved !== undefined)),
  ).toContain(true)
  expect(await pass()).toBeUndefined()
  expect(await listCursors(worker)).toMatchObject([{ block: through.block, hash: through.hash }])
})
