import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'

const world = await createPayoutWorld()
const { payer, clock, owner } = world
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

/** The payer sent the payout of a cleared sell and the bank made it. Then the database was restored to before that. */
async function sentBeforeRestore(from: string, attempt = 1) {
  const [sell = ''] = await world.clear(1)
  const { rows } = await world.owner.query<{ reference: string; right_key: string }>(
    `select payout_reference(business_id, mode, reference, 'payout', 1, $2) as reference,
       payout_right_key(business_id, mode, reference, 'payout', 1) as right_key from transaction where id = $1`,
    [sell, attempt],
  )
  payer.sentBefore({
    payoutId: '018f0000-0000-7000-8000-000000000000',
    accountId: from,
    reference: rows[0]?.reference ?? '',
    rightKey: rows[0]?.right_key ?? '',
    attempt,
    transactionId: sell,
    bankCode: world.bank,
    accountNumber: '0123456789',
    amountMinor: 999_00n,
    state: 'sending',
  })
  return sell
}

test('if the payer sent a payout that our rows lack, everything is frozen, and its debit is recognised', async () => {
  const sell = await sentBeforeRestore(account)
  await world.round(account)
  clock.advance(60_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('cleared')
  expect(await world.payoutsOf(sell)).toEqual([])
  expect(await world.accountState(account)).toBe('active')
  expect(await world.casesAbout(account)).toEqual(['restored'])

  // Operators lifted the freeze. The same reference is opened again, and the payer does not send it twice.
  await world.lift()
  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', attempt: 1 }])
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
  const payments = payer.payments.filter(({ transactionId }) => transactionId === sell)
  expect(payments).toHaveLength(1)
  expect(payer.calls.get(payments[0]?.reference ?? '')).toBeUndefined()
})

test('a second attempt that was sent before a restore is opened as the second attempt, although the payer never sent the first', async () => {
  const sell = await sentBeforeRestore(account, 2)
  await world.round(account)
  clock.advance(60_000)
  await world.lift()
  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'unknown', attempt: 2 }])
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
  expect(payer.payments.filter(({ transactionId }) => transactionId === sell)).toHaveLength(1)
})

test('a payout that was sent from one account is opened again in that account, whichever account would be chosen now', async () => {
  const other = await world.openAccount('monnify')
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [other])
  const sell = await sentBeforeRestore(other)
  await world.round(other)
  await world.lift()
  await world.round(account)
  await world.round(other)
  expect(await world.payoutsOf(sell)).toMatchObject([{ account_id: other, state: 'unknown' }])
  payer.settle('success')
  clock.advance(5_000)
  await world.round(other)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('a journal that has nothing new is compared once, and nothing is frozen', async () => {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  await world.owner.query('update payout_account set checked_start = null where id = $1', [account])
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('nothing is sent while the payer cannot show its journal', async () => {
  const [sell = ''] = await world.clear(1)
  const mute = {
    ...payer.rail,
    journal: async () => {
      throw new Error('the journal cannot be read')
    },
  }
  await expect(world.round(account, mute)).rejects.toThrow('cannot be read')
  expect(await world.statusOf(sell)).toBe('cleared')
  await world.round(account)
})

test('a journal that ends before the part that was read is an old copy: nothing is opened, and a case is opened', async () => {
  await world.clear(1)
  await world.round(account)
  await owner.query('update payout_account set checked_start = null, journal_read = $2 where id = $1', [
    account,
    payer.journal.length,
  ])
  const [sell = ''] = await world.clear(1)
  const older = { ...payer.rail, journal: async () => ({ payouts: [], last: 0, isWhole: true }) }
  await expect(world.round(account, older)).rejects.toMatchObject({ code: 'AF052' })
  expect(await world.payoutsOf(sell)).toEqual([])
  expect(await world.casesAbout(`journal:${account}`)).toEqual(['restored'])

  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ attempt: 1 }])
  expect(await world.casesAbout(`journal:${account}`)).toEqual([])
})
