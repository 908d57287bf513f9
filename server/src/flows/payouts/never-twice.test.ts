import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutRounds } from '../../../test/payout-rounds.ts'

const world = await createPayoutRounds()
const { payer, clock, paymentsOf, callsFor, rounds, sent } = world
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let account = ''

beforeEach(async () => {
  account = await world.renewAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

const unknown = { outcome: 'unknown', why: 'timeout', code: null } as const

test('after a timeout of an accepted order the bank is queried, and the order is not sent again', async () => {
  payer.sends(() => ({ answer: unknown }))
  const sell = await sent()
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown' }])
  await rounds(6, 10 * MINUTE_MS)
  payer.settle('success')
  await rounds(1, 20 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(await callsFor(sell)).toEqual([1])
})

test('after a lost answer of a payment that was made, the bank is queried, and the payment counts', async () => {
  payer.sends(() => ({ answer: 'none' }))
  const [sell = ''] = await world.clear(1)
  await expect(world.round(account)).rejects.toThrow('nobody heard')
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'sending' }])
  payer.settle('success')
  await rounds(1, 5_000)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(paymentsOf(sell)).toHaveLength(1)
})

test.each(['pending', 'unavailable'] as const)(
  'a payout whose answer was lost is not sent again while the bank says %s',
  async (kind) => {
    payer.sends(() => ({ answer: 'none' }))
    const [sell = ''] = await world.clear(1)
    await expect(world.round(account)).rejects.toThrow('nobody heard')
    payer.sends(() => ({}))
    payer.says(() => ({ kind }))
    await rounds(3, 10 * MINUTE_MS)
    const [payout] = await world.payoutsOf(sell)
    expect(payout).toMatchObject({ state: 'sending', sent_count: 1 })
    expect(payer.asked.filter(({ payoutId }) => payoutId === payout?.id)).toHaveLength(1)
    payer.says(() => undefined)
    payer.settle('success')
    await rounds(1, 20 * MINUTE_MS)
    expect(await world.statusOf(sell)).toBe('completed')
  },
)

test('a payer that was unreachable before it called the bank is requested again with the same reference', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(await emptyAccount())
  await world.markChecked(account)
  payer.isGone(true)
  await expect(world.round(account)).rejects.toThrow('gone')
  payer.isGone(false)
  await rounds(3, 10_000)
  payer.settle('success')
  await rounds(1, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
  const [payout] = await world.payoutsOf(sell)
  expect(payer.asked.filter(({ payoutId }) => payoutId === payout?.id).map(({ kind }) => kind)).toEqual([
    'first',
  ])
  expect(await callsFor(sell)).toEqual([1])
})

test('a payment that is requested twice because an answer was lost is made once', async () => {
  payer.sends(() => ({ isMade: false, answer: 'none' }))
  const [sell = ''] = await world.clear(1)
  await expect(world.round(account)).rejects.toThrow('nobody heard')
  payer.sends(() => ({}))
  await rounds(3, 10_000)
  // The payer had called the bank. It reports that, and does not call again by itself.
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', sent_count: 2 }])
  expect(await callsFor(sell)).toEqual([1])
})

test('if the bank does not know the payment for half an hour, the same reference is sent again at Paystack, and not before', async () => {
  payer.sends((_, kind) => (kind === 'first' ? { isMade: false, answer: unknown } : {}))
  const sell = await sent()
  await rounds(7, 4 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', sent_count: 1 }])
  await rounds(3, 15 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ attempt: 1, sent_count: 2 }])
  payer.settle('success')
  await rounds(1, 15 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(await world.payoutsOf(sell)).toHaveLength(1)
})

test('at a vendor that is not proven to refuse duplicates nothing is sent again, and a case is opened', async () => {
  const monnify = await world.openAccount('monnify')
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [account])
  payer.sends(() => ({ isMade: false, answer: unknown }))
  const sell = await sent(monnify)
  await rounds(8, 15 * MINUTE_MS, monnify)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', sent_count: 1 }])
  expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
  expect(await world.booked('committed', sell, 'NGNC')).toBe(-1_000_00n)
})

test('a payment that the bank knew once is not sent again when the bank no longer finds it', async () => {
  payer.sends(() => ({ answer: unknown }))
  const sell = await sent()
  const says = (kind: 'not_found' | 'pending') => payer.says(() => ({ kind }))
  says('not_found')
  await rounds(3, MINUTE_MS)
  says('pending')
  await rounds(2, 15 * MINUTE_MS)
  says('not_found')
  await rounds(2, 15 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', sent_count: 1 }])
})

test('a business that is suspended after its sell was cleared is not paid until it is active again', async () => {
  const suspend = async (status: string) =>
    world.owner.query(`update business_mode set status = $2 where business_id = $1 and mode = 'test'`, [
      world.businessId,
      status,
    ])
  const [sell = ''] = await world.clear(1)
  await suspend('suspended')
  await rounds(2, MINUTE_MS)
  expect([await world.statusOf(sell), await world.payoutsOf(sell)]).toEqual(['cleared', []])
  await suspend('active')
  payer.sends(() => ({
    isRefused: true,
    answer: { outcome: 'refused', code: 'over_hour_cap', message: 'no' },
  }))
  await rounds(2, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'ordered' }])
  await suspend('suspended')
  payer.sends(() => ({}))
  await rounds(2, MINUTE_MS)
  expect(paymentsOf(sell)).toEqual([])
  await suspend('active')
  await rounds(1, MINUTE_MS)
  expect(paymentsOf(sell)).toHaveLength(1)
})

test('after a day the same reference is not sent again', async () => {
  payer.sends(() => ({ isMade: false, answer: unknown }))
  const sell = await sent()
  clock.advance(24 * HOUR_MS)
  await rounds(6, 15 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', sent_count: 1 }])
  expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
})

test('the answer “duplicate reference” means that the payment exists: the bank is queried', async () => {
  payer.sends(() => ({ answer: { outcome: 'exists' } }))
  const sell = await sent()
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown' }])
  payer.settle('success')
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('after a rejection the tokens return to the held balance, and the next attempt has its own reference', async () => {
  const other = await world.openAccount('monnify')
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [other])
  payer.sends(() => ({
    isMade: false,
    answer: { outcome: 'rejected', code: 'invalid_bank_code', message: 'no' },
  }))
  const sell = await sent()
  expect(await world.statusOf(sell)).toBe('payout_failed')
  expect(await world.booked('held', sell, 'NGNC')).toBe(-1_000_00n)
  await world.owner.query(`update payout_account set state = 'active' where id = $1`, [other])
  payer.sends(() => ({}))
  expect(await world.queueAgain(sell)).toBe(other)
  await world.round(other)
  const [first, second] = await world.payoutsOf(sell)
  expect([first?.is_dead, second?.state, second?.attempt]).toEqual([true, 'accepted', 2])
  expect(second?.reference).not.toBe(first?.reference)
})

test('a rejection that was not recorded is reported again', async () => {
  payer.sends(() => ({
    isMade: false,
    answer: { outcome: 'rejected', code: 'invalid_bank_code', message: 'no' },
  }))
  const [sell = ''] = await world.clear(1)
  const deaf = {
    ...payer.rail,
    send: async (...asked: Parameters<typeof payer.rail.send>) => {
      await payer.rail.send(...asked)
      throw new Error('the process ended here')
    },
  }
  await expect(world.round(account, deaf)).rejects.toThrow('ended here')
  await rounds(3, 10_000)
  expect(await world.statusOf(sell)).toBe('payout_failed')
  expect(await callsFor(sell)).toEqual([1])
})

test('a rejected repetition does not decide the first request', async () => {
  payer.sends((_, kind) =>
    kind === 'first'
      ? { isMade: false, answer: unknown }
      : { isMade: false, answer: { outcome: 'rejected', code: 'insufficient_balance', message: 'no' } },
  )
  const sell = await sent()
  await rounds(10, 15 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect((await world.payoutsOf(sell))[0]?.sent_count).toBeGreaterThan(1)
  expect(await world.payoutsOf(sell)).toHaveLength(1)
})

test('the tables refuse a second payout, a changed outcome of a dead payout and a changed history', async () => {
  payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  const dead = await sent()
  payer.sends(() => ({}))
  const alive = await sent()
  const [[buried], [out]] = [await world.payoutsOf(dead), await world.payoutsOf(alive)]
  await expect(
    world.owner.query(
      `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at)
       select gen_random_uuid(), right_id, mode, account_id, 2, 'another', 'ordered', entry_id, now() from payout where id = $1`,
      [out?.id],
    ),
  ).rejects.toMatchObject({ constraint: 'payout_alive' })
  for (const change of ["state = 'reversed'", 'money_back_at = null', "reference = 'x'"]) {
    await expect(
      world.owner.query(`update payout set ${change} where id = $1`, [buried?.id]),
    ).rejects.toMatchObject({
      code: 'AF002',
    })
  }
  for (const table of ['payout_right', 'payout_reading', 'payout_line']) {
    await expect(world.owner.query(`delete from ${table}`)).rejects.toMatchObject({ code: 'AF002' })
  }
})

/** Returns an account without orders. */
async function emptyAccount(): Promise<string> {
  const id = await world.openAccount()
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [id])
  return id
}
