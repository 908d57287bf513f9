import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDecimal } from '../../kernel/money/decimal.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createOperator } from '../operators/manage-operators.ts'
import { insertDecisions } from './decision-store.ts'
import { setOperatorRate } from './set-operator-rate.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
for (const email of ['bisi@afara.test', 'chidi@afara.test']) {
  await createOperator(pool, { email, name: 'Somebody', actor: 'system:test', reason: 'a test' })
}
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const now = new Date('2026-11-15T12:00:00Z')
const exact = (text: string) => parseDecimal(text) ?? 0n

async function publish(at: Date, bid: string, ask: string, heldBecause?: string): Promise<void> {
  const rate = { bid: exact(bid), ask: exact(ask), asOf: at, expiresAt: at }
  await insertDecisions(pool, [{ pair: 'USD/NGN', used: ['street'], dropped: [], rate, heldBecause }], at)
}

async function set(pair: string, bid: string, ask: string) {
  const people = { actor: 'bisi@afara.test', approver: 'chidi@afara.test', reason: 'desk price' }
  const deps = { pool, clock: { now: () => now } }
  return setOperatorRate(deps, { pair, bid, ask, expiresInHours: 1, ...people })
}

async function audited(subject: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ details: unknown }>(
    `select details from audit where action = 'rate.set' and subject = $1 order by id`,
    [subject],
  )
  return rows.map(({ details }) => details)
}

test('the first rate of a pair is compared with nothing', async () => {
  await expect(set('USDC/NGN', '160', '161')).resolves.toMatchObject({ bid: exact('160') })
  expect(await audited('USDC/NGN')).toMatchObject([{ bid: '160' }])
})

describe('after 1600 to 1610 was published', () => {
  beforeAll(async () => {
    await publish(new Date(now.getTime() - 3_600_000), '1600', '1610')
    await publish(new Date(now.getTime() - 60_000), '160', '161', 'held back, so it was not published')
    await publish(new Date(now.getTime() + 60_000), '160', '161')
  })

  test.each([
    ['both sides', '160', '161'],
    ['a bid too low', '1454', '1610'],
    ['an ask too high', '1600', '1772'],
  ])('a mistyped rate is refused and nothing is written: %s', async (_which, bid, ask) => {
    await expect(set('USD/NGN', bid, ask)).rejects.toMatchObject({
      code: 'rate_far_off',
      message: expect.stringMatching(
        /more than 10 % from the last published USD\/NGN, 1600.*1610.*npx afara ops rate set/,
      ) as string,
    })
    expect(await audited('USD/NGN')).toEqual([])
    const { rowCount } = await pool.query(`select from operator_rate where pair = 'USD/NGN'`)
    expect(rowCount).toBe(0)
  })

  test('a rate that is 10 % off is not too far', async () => {
    await set('USD/NGN', '1454.6', '1771')
    expect(await audited('USD/NGN')).toMatchObject([{ bid: '1454.6', ask: '1771' }])
  })
})
