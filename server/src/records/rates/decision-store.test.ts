import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { parseDecimal } from '../../kernel/money/decimal.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { insertDecisions, selectHistory } from './decision-store.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_worker'), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const now = new Date('2026-11-15T12:00:00Z')
const exact = (text: string) => parseDecimal(text) ?? 0n
const extent = (least: string, most: string) => ({ least: 2n * exact(least), most: 2n * exact(most) })

// Rows are permanent, so each test runs in a transaction that is rolled back.
beforeEach(async () => void (await pool.query('begin')))
afterEach(async () => void (await pool.query('rollback')))

async function decide(minutesAgo: number, price: string, source = 'exchange', heldBecause?: string) {
  const decidedAt = new Date(now.getTime() - minutesAgo * 60_000)
  const rate = { bid: exact(price), ask: exact(price), asOf: decidedAt, expiresAt: now }
  await insertDecisions(
    pool,
    [{ pair: 'USDC/NGN', used: [source], dropped: [], rate, heldBecause }],
    decidedAt,
  )
}

test('each guard has its own window, and held rates do not count', async () => {
  await decide(24 * 60, '1500')
  await decide(23 * 60, '1540')
  await decide(61, '1580')
  await decide(59, '1590')
  await decide(9, '1600')
  await decide(8, '9000', 'exchange', 'too far')
  await decide(1, '1598')
  await decide(-5, '1700')
  const history = await selectHistory(pool, now)
  expect([...history.keys()]).toEqual(['USDC/NGN'])
  expect(history.get('USDC/NGN')).toEqual({
    last: { bid: exact('1598'), ask: exact('1598') },
    withinStep: extent('1598', '1600'),
    withinLoneStep: extent('1590', '1600'),
    withinLoneDrift: extent('1540', '1600'),
  })
})

test('rates before an operator’s last rate do not count, even hours later', async () => {
  await decide(20 * 60, '1400')
  await decide(5 * 60, '1600', 'operator')
  await decide(2 * 60, '1610')
  expect((await selectHistory(pool, now)).get('USDC/NGN')).toEqual({
    last: { bid: exact('1610'), ask: exact('1610') },
    withinStep: undefined,
    withinLoneStep: undefined,
    withinLoneDrift: extent('1600', '1610'),
  })
})
