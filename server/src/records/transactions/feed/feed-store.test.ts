import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import type { Business } from '../../businesses/business.ts'
import { createBusiness } from '../../businesses/manage-business.ts'
import { runChecks } from '../../ledger/check-store.ts'
import { acceptSells } from '../accepting/sell-store.ts'
import { sequenceEvents } from './feed-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 8, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 8, applicationName: 'test' })
let business: Business

beforeAll(async () => {
  business = await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'system:test',
    reason: 'a test',
  })
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

const acceptDrill = (id: string): [string, unknown[]] => [
  'select accept_drill($1, $2, $3, null, now())',
  [id, business.id, `drill-${id}`],
]

async function acceptSell(): Promise<string> {
  const id = newId()
  await acceptSells(owner, [
    {
      id,
      businessId: business.id,
      mode: 'test',
      reference: `sell-${id}`,
      idempotencyKey: null,
      amount: money('NGNC', 100_00n),
      fee: money('NGNC', 0n),
      payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
      wallet: { network: 'Solana', address: 'somewhere' },
      depositAddress: 'elsewhere',
      meaning: Buffer.alloc(32),
      guardSince: undefined,
      createdAt: new Date(),
      expiresAt: new Date(),
    },
  ])
  return id
}

async function positions(): Promise<Array<{ position: string; transaction_id: string }>> {
  const { rows } = await worker.query('select position, transaction_id from event_position order by position')
  return rows
}

test('an event whose commit comes late is not skipped, and later events wait for it', async () => {
  // Waits until `count` events have a position. Writers in other databases of the cluster can delay the horizon.
  const settle = async (count: number): Promise<void> => {
    const placed = async () => {
      await sequenceEvents(worker)
      return (await positions()).length
    }
    await expect.poll(placed, { timeout: 30_000 }).toBe(count)
  }

  const [early, late] = [newId(), newId()]
  const slow = await owner.connect()
  await slow.query('begin')
  await slow.query(...acceptDrill(late))
  await owner.query(...acceptDrill(early))

  await sequenceEvents(worker)
  expect(await positions()).toEqual([])

  await slow.query('commit')
  slow.release()
  await settle(2)
  expect(await positions()).toEqual([
    { position: '1', transaction_id: late },
    { position: '2', transaction_id: early },
  ])
})

test('concurrent sequencers give every event one position, without a gap', async () => {
  const ids = Array.from({ length: 200 }, newId)
  await Promise.all(ids.map(async (id) => owner.query(...acceptDrill(id))))
  await expect
    .poll(
      async () => {
        await Promise.all(Array.from({ length: 6 }, async () => sequenceEvents(worker, 7)))
        return (await positions()).length
      },
      { timeout: 60_000 },
    )
    .toBe(202)
  expect((await positions()).map(({ position }) => Number(position))).toEqual(
    Array.from({ length: 202 }, (_, index) => index + 1),
  )
  expect((await runChecks(worker)).findings).toEqual([])
})

test('drills have no number, and the steps of a transaction are numbered in order, whichever writer began first', async () => {
  const { rows: before } = await worker.query('select count(*)::int as count from event_position')
  const sell = await acceptSell()
  const [first, second] = [await owner.connect(), await owner.connect()]
  const move = async (sql: typeof first, version: number, event: string) =>
    sql.query(`select from move_transaction($1, $2, $3, '{}', now(), null)`, [sell, version, event])
  // The second transaction has the lower number, but writes after the first.
  await second.query('begin')
  await second.query('select pg_current_xact_id()')
  await first.query('begin')
  await move(first, 1, 'window_closed')
  await first.query('commit')
  await move(second, 2, 'late_deposit')
  await second.query('commit')
  for (const client of [first, second]) client.release()
  await owner.query(...acceptDrill(newId()))

  // Place one event per call, so that each writer is a separate batch.
  const placed = async () => {
    await sequenceEvents(worker, 1)
    const { rows } = await worker.query('select count(*)::int as count from event_position')
    return rows[0].count - before[0].count
  }
  await expect.poll(placed, { timeout: 30_000 }).toBe(4)
  const { rows } = await worker.query(
    'select sequence, number::int from event_position where transaction_id = $1 order by position',
    [sell],
  )
  expect(rows).toEqual([
    { sequence: 1, number: 1 },
    { sequence: 2, number: 2 },
    { sequence: 3, number: 3 },
  ])
  const { rows: numbered } = await worker.query(
    'select count(*)::int as count from event_position where number is not null',
  )
  expect(numbered).toEqual([{ count: 3 }])
  expect((await runChecks(worker)).findings.filter(({ check }) => check === 'check_feed')).toEqual([])
})

test('a database restored from a dump, with a counter that is behind, is refused with instructions', async () => {
  await owner.query('update sequencer set last_xid = last_xid + 1000000000')
  await expect(sequenceEvents(worker)).rejects.toThrow(/behind the last sequenced event/)
})
