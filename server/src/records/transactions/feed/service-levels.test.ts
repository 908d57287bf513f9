import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import type { Business } from '../../businesses/business.ts'
import { createBusiness } from '../../businesses/manage-business.ts'
import { acceptSells } from '../accepting/sell-store.ts'
import { countServiceLevels, sequenceEvents } from './feed-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const MINUTE = 60_000
const begin = Date.now()
let business: Business

beforeAll(async () => {
  business = await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'system:test',
    reason: 'a test',
  })
  await countServiceLevels(worker, new Date(begin), 1_000)
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), superuser.end()])
  await database.drop()
})

/** Accepts a sell and takes these steps, each at its minute. */
async function sell(steps: ReadonlyArray<readonly [event: string, minute: number]>): Promise<void> {
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
      depositAddress: `elsewhere-${id}`,
      meaning: Buffer.alloc(32),
      guardSince: undefined,
      createdAt: new Date(begin),
      expiresAt: new Date(begin + MINUTE),
    },
  ])
  for (const [version, [event, minute]] of steps.entries()) {
    const at = new Date(begin + minute * MINUTE)
    await owner.query(`select move_transaction($1, $2, $3, '{}', $4, null)`, [id, version + 1, event, at])
  }
}

/** Gives all events their positions, counts at this minute, and returns the counters of test mode. */
async function count(minute: number): Promise<Record<string, readonly [ended: number, inTime: number]>> {
  const open = async () => {
    await sequenceEvents(worker)
    const { rows } = await superuser.query<{ open: number }>(
      `select count(*)::integer as open from afara.transaction_event e where not exists (
         select from afara.event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)`,
    )
    return rows[0]?.open
  }
  await expect.poll(open).toBe(0)
  while ((await countServiceLevels(worker, new Date(begin + minute * MINUTE), 3)) > 0);
  const { rows } = await superuser.query<{ service: string; ended: string; in_time: string }>(
    `select service, ended, in_time from afara.service_level where mode = 'test'`,
  )
  return Object.fromEntries(rows.map((row) => [row.service, [Number(row.ended), Number(row.in_time)]]))
}

test('a payout counts from the moment at which its tokens had arrived, and once', async () => {
  const paid = (end: number) =>
    [
      ['deposited_in_part', 1],
      ['topped_up', 50],
      ['checks_passed', 50],
      ['payout_ordered', 51],
      ['payout_succeeded', end],
    ] as const
  await sell(paid(54))
  await sell(paid(56))
  expect(await count(60)).toMatchObject({ payout: [2, 1], delivery: [0, 0] })
  expect(await count(61)).toMatchObject({ payout: [2, 1] })
})

test('a sell that waited for people, or has not ended, does not count', async () => {
  await sell([
    ['deposited_in_full', 1],
    ['check_failed', 1],
    ['released', 60],
    ['payout_ordered', 60],
    ['payout_succeeded', 61],
  ])
  await sell([['deposited_in_full', 1]])
  expect(await count(70)).toMatchObject({ payout: [2, 1] })
})

test('a notification counts when its delivery begins, unless the business had paused the endpoint', async () => {
  const endpoint = newId()
  await superuser.query(
    `insert into afara.webhook_endpoint (id, business_id, mode, url, created_at, cursor_number)
     select $1, $2, 'test', 'https://example.ng/hook', $3, last_number from afara.feed_head where business_id = $2 and mode = 'test'`,
    [endpoint, business.id, new Date(begin)],
  )
  const carry = async (minute: number) =>
    worker.query('select work_webhook($1, $2, 100, 100)', [endpoint, new Date(begin + minute * MINUTE)])
  const { webhook: before = [0, 0] } = await count(71)
  await sell([['deposited_in_full', 80]])
  await count(80)
  await carry(80.1)
  await sell([['deposited_in_full', 81]])
  await count(81)
  await carry(82)
  const { webhook: [ended, inTime] = [0, 0] } = await count(83)
  // The events of the acceptance are from the beginning, so they are late.
  expect([ended - before[0], inTime - before[1]]).toEqual([4, 1])
  await sell([['deposited_in_full', 84]])
  await superuser.query(
    `insert into afara.webhook_notice (id, endpoint_id, business_id, mode, kind, message, at)
     values ($1, $2, $3, 'test', 'resumed', 'resumed', $4)`,
    [newId(), endpoint, business.id, new Date(begin + 90 * MINUTE)],
  )
  await count(90)
  await carry(90)
  expect((await count(92)).webhook).toEqual([ended, inTime])
})
