import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'

const world = await createPayoutWorld()
const { payer, clock } = world
const MINUTE_MS = 60_000
let account = ''

beforeEach(async () => {
  await world.owner.query(
    `update payout_account set state = 'draining', frozen_because = null where state in ('active', 'frozen')`,
  )
  payer.sends(() => ({}))
  payer.says(() => undefined)
  payer.isGone(false)
  payer.showsLines(true)
  payer.has(1_000_000_000n)
  account = await world.openAccount()
})
afterEach(async () => {
  expect(await world.findings()).toEqual([])
})
afterAll(world.close)

test('a cleared sell is ordered, sent once and completed when the bank says so', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect(await world.payoutsOf(sell)).toMatchObject([{ attempt: 1, state: 'accepted', sent_count: 1 }])
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(await world.payoutsOf(sell)).toMatchObject([
    { state: 'succeeded', session_id: expect.stringContaining('session') },
  ])
  expect([...payer.calls.values()].every((count) => count === 1)).toBe(true)
  clock.advance(MINUTE_MS)
  await world.round(account)
})
