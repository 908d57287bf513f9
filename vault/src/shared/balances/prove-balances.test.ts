import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createBalanceBook } from './balance-book.ts'
import { createBalanceProofs } from './prove-balances.ts'

const NAME = { mode: 'test', businessId: '01a1dee6-1366-7ab8-a780-7f2d4afdd601' }
/** What is added up after a database transaction, and up to which one. */
const SETTLED: Readonly<Record<string, readonly [through: string, minor: string]>> = {
  '0': ['100', '500'],
  '100': ['200', '70'],
}

test('two proofs at once add the same entries up once', async () => {
  const asked: unknown[] = []
  const waiting: (() => void)[] = []
  const pool = {
    query: async ({ values }: { values: unknown[] }) => {
      const [since] = values[2] as [string]
      asked.push(since)
      await new Promise<void>((resolve) => waiting.push(resolve))
      const [through, minor] = SETTLED[since] ?? [since, '0']
      return {
        rows: [
          {
            mode: NAME.mode,
            business_id: NAME.businessId,
            since,
            through,
            next_xid: '300',
            settled_lines: 1,
            newest: null,
            settled_minor: minor,
            open_minor: '0',
            settled_uncaused_minor: '0',
            open_uncaused_minor: '0',
            debits: [],
            returned: [],
          },
        ],
      }
    },
  } as unknown as Pool
  const prove = createBalanceProofs({
    pool,
    journal: { ...createBalanceBook(), keepBalances: () => {} },
    nowMs: () => 0,
    uncausedTestMinor: 0n,
    isContradicted: () => false,
  })
  const minorOf = async () => (await prove([NAME], 1)).get(`test/${NAME.businessId}`)?.minor
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const first = minorOf()
  await expect.poll(() => waiting.length).toBe(1)
  answer()
  expect(await first).toBe(500n)
  const both = [minorOf(), minorOf()]
  await expect.poll(() => waiting.length).toBe(2)
  answer()
  expect(await Promise.all(both)).toEqual([570n, 570n])
  const last = minorOf()
  await expect.poll(() => waiting.length).toBe(1)
  answer()
  expect(await last).toBe(570n)
  expect(asked).toEqual(['0', '100', '100', '200'])
})
