import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { selectSettlementOf } from '../../../test/settlement-of.ts'
import { openPayouts } from '../../movements/payouts/payout-store.ts'

const world = await createPayoutWorld()
const { payer, clock } = world
const MINUTE_MS = 60_000
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

const isOnceEach = () => [...payer.calls.values()].every((count) => count === 1)

test('a cleared sell is ordered, sent once and completed when the bank confirms it', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect(await world.payoutsOf(sell)).toMatchObject([{ attempt: 1, state: 'accepted', sent_count: 1 }])
  expect(await world.booked('outgoing', account, 'NGN')).toBe(999_00n)
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(await world.payoutsOf(sell)).toMatchObject([
    { state: 'succeeded', session_id: expect.stringContaining('session') },
  ])
  expect(await world.booked('outgoing', account, 'NGN')).toBe(0n)
  expect(isOnceEach()).toBe(true)
  const settled = await selectSettlementOf(world.owner, sell)
  expect(settled).toMatchObject({
    completedAt: expect.any(Date),
    sessionIds: [expect.stringContaining('session')],
  })
})

test('many sells are opened and sent together, and each is paid once', async () => {
  const sells = await world.clear(30)
  await world.round(account)
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await Promise.all(sells.map(world.statusOf))).toEqual(sells.map(() => 'completed'))
  expect(payer.payments.filter(({ accountId }) => accountId === account)).toHaveLength(30)
  expect(isOnceEach()).toBe(true)
})

test('fees of vendors are booked as our expense, once', async () => {
  const before = await world.booked('expense', 'bank', 'NGN')
  await world.clear(2)
  await world.round(account)
  payer.settle('success')
  for (let rounds = 0; rounds < 3; rounds += 1) {
    clock.advance(MINUTE_MS)
    await world.round(account)
  }
  expect((await world.booked('expense', 'bank', 'NGN')) - before).toBe(2n * 5_000n)
})

test('a reference is derived from its purpose, in a format that vendors accept', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  const [payout] = await world.payoutsOf(sell)
  expect(payout?.reference).toMatch(/^af-[0-9a-f]{32}$/)
  const { rows } = await world.owner.query<{ reference: string }>(
    `select payout_reference(business_id, mode, reference, 'payout', 1, 1) as reference from transaction where id = $1`,
    [sell],
  )
  expect(rows[0]?.reference).toBe(payout?.reference)
})

test('a payout that the account cannot pay waits, and one case is opened', async () => {
  payer.has(500_00n)
  const [sell = ''] = await world.clear(1)
  clock.advance(MINUTE_MS)
  await world.round(account)
  clock.advance(MINUTE_MS)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('cleared')
  expect(await world.casesAbout(account)).toEqual(['cannot_deliver'])
  payer.has(1_000_000_00n)
  clock.advance(MINUTE_MS)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect(await world.casesAbout(account)).toEqual([])
})

test('a payout that one account cannot pay is paid by another', async () => {
  const other = await world.openAccount('monnify')
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [other])
  const [sell = ''] = await world.clear(1)
  await world.owner.query(`update payout_account set state = 'active' where id = $1`, [other])
  payer.has(500_00n)
  clock.advance(MINUTE_MS)
  await world.round(account)
  payer.has(1_000_000_00n)
  await world.round(other)
  expect(await world.payoutsOf(sell)).toMatchObject([{ account_id: other, state: 'accepted' }])
})

test('nothing is opened before the payer’s journal was read since the database started', async () => {
  await world.clear(1)
  const held = await world.hold(account)
  await expect(openPayouts(world.worker, held, 10, clock.now())).rejects.toMatchObject({ code: 'AF052' })
  await world.endLease(account)
  await world.round(account)
})

test('a worker that lost the lease of the account can write nothing more', async () => {
  const first = await world.hold(account)
  await world.endLease(account)
  const second = await world.hold(account)
  await expect(openPayouts(world.worker, first, 10, clock.now())).rejects.toMatchObject({ code: 'AF050' })
  await world.endLease(account)
  await expect(openPayouts(world.worker, second, 10, clock.now())).rejects.toMatchObject({ code: 'AF050' })
})

test('while the account is frozen, ordered payouts wait and sent ones are queried', async () => {
  const [out = ''] = await world.clear(1)
  await world.round(account)
  const [waits = ''] = await world.clear(1, 2_000)
  await world.freeze('business', world.businessId)
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect([await world.statusOf(out), await world.statusOf(waits)]).toEqual(['completed', 'cleared'])
  await world.lift()
  await world.round(account)
  expect(await world.statusOf(waits)).toBe('paying_out')
})

test('while its bank is out of service, a payout waits, and one to another bank is paid', async () => {
  const [sell = ''] = await world.clear(1)
  await world.freeze('bank', 'test:000014')
  const other = await world.freeze('bank', 'test:000013')
  await world.round(account)
  expect([other, await world.statusOf(sell)]).toEqual([undefined, 'cleared'])
  await world.lift()
  await world.freeze('bank', 'live:000013')
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('paying_out')
  await world.lift()
})

test('a freeze between the order and the sending stops the sending', async () => {
  const [sell = ''] = await world.clear(1)
  payer.isGone(true)
  await expect(world.round(account)).rejects.toThrow('gone')
  payer.isGone(false)
  await world.markChecked(account)
  const held = await world.hold(account)
  await openPayouts(world.worker, held, 10, clock.now())
  await world.release(held)
  await world.freeze('all', '')
  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'ordered', sent_count: 0 }])
  await world.lift()
  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'accepted', sent_count: 1 }])
})

test('a notification moves nothing: the bank is queried at once', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  payer.settle('success')
  const [payout] = await world.payoutsOf(sell)
  await world.owner.query('select wake_payouts($1)', [[payout?.reference, 'af-unknown']])
  expect(await world.statusOf(sell)).toBe('paying_out')
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('when the account is frozen, another account pays its waiting orders', async () => {
  const other = await world.openAccount('monnify')
  const sells = await world.clear(2)
  await world.owner.query(`select move_payout_account($1, 'frozen', 'a test', $2)`, [account, clock.now()])
  await world.round(account)
  await world.round(other)
  const paid = await Promise.all(sells.map(world.payoutsOf))
  expect(paid.flat().map(({ account_id }) => account_id)).toEqual([other, other])
})
