import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createManualClock } from '../../../../test/manual-clock.ts'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import { createOpenClaims } from './open-claims.ts'

const tenant = { businessId: 'b', mode: 'test' } as const

test('a business leaves a hundred open buys for each request of its limit, and other businesses are not affected', async () => {
  const clock = createManualClock(new Date('2026-11-18T09:00:00Z'))
  let open = 97
  const pool = { query: async () => ({ rows: [{ open }] }) } as unknown as Pool
  const claims = createOpenClaims({ pool, clock, onError: () => {} })
  claims.require(tenant, 1)
  await sleep(0)
  claims.require(tenant, 1)
  claims.require(tenant, 1)
  expect(() => claims.require(tenant, 1)).toThrow('Your business has 100 buys that nobody has paid yet.')
  claims.require({ ...tenant, businessId: 'other' }, 1)
  claims.require({ ...tenant, mode: 'live' }, 1)
  open = 10
  clock.advance(61_000)
  expect(() => claims.require(tenant, 1)).toThrow('nobody has paid')
  await sleep(0)
  claims.require(tenant, 1)
})
