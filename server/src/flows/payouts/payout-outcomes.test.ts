import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutDecisions } from '../../../test/payout-decisions.ts'
import { createPayoutRounds } from '../../../test/payout-rounds.ts'

const world = await createPayoutRounds()
const { payer, clock, paymentsOf, rounds, sent } = world
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let account = ''

beforeEach(async () => {
  account = await world.renewAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

const people = await createPayoutDecisions({ owner: world.owner, clock })
const unknown = { outcome: 'unknown', why: 'timeout', code: null } as const

test('a failed payout whose naira left is dead when the naira is back, not before', async () => {
  const sell = await sent()
  payer.settle('failed')
  await rounds(5, 10 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: false }])
  expect(await world.statusOf(sell)).toBe('paying_out')
  await world.queueAgain(sell)
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toHaveLength(1)
  const [payment] = paymentsOf(sell)
  if (payment !== undefined) payer.giveBack(payment)
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: true }])
  expect(await world.statusOf(sell)).toBe('payout_failed')
  expect(await world.booked('payout_bank', account, 'NGN')).toBe(1_000_000_00n - 5_000n)
})

test('failed, and no naira ever left: it is dead when the bank has said so twice, far apart, and its ledger was read after that', async () => {
  payer.sends(() => ({ isMade: false }))
  payer.showsLines(false)
  const sell = await sent()
  const [payout] = await world.payoutsOf(sell)
  payer.payments.push({ ...(await world.orderOf(payout?.id ?? '')), status: 'failed', sessionId: 's' })
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: false }])
  await rounds(3, 10 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: false }])
  payer.showsLines(true)
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: true }])
  expect(await world.statusOf(sell)).toBe('payout_failed')
})

test('a payout that is reported as failed and then as paid was paid', async () => {
  const sell = await sent()
  payer.settle('failed')
  await rounds(1, 5_000)
  const [payment] = paymentsOf(sell)
  if (payment !== undefined) payer.end(payment, 'success')
  await rounds(1, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('a payout reversed days later is booked when the naira is back, and never paid again automatically', async () => {
  const sell = await sent()
  payer.settle('success')
  await rounds(1, 5_000)
  const [payment] = paymentsOf(sell)
  if (payment === undefined) throw new Error('nothing was paid')
  clock.advance(20 * 24 * HOUR_MS)
  payer.end(payment, 'reversed')
  await world.owner.query('select wake_payouts($1)', [[payment.reference]])
  await world.round(account)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'reversed', is_dead: false }])
  expect(await world.statusOf(sell)).toBe('completed')
  payer.giveBack(payment)
  await rounds(2, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('returned')
  expect(await world.booked('held', sell, 'NGNC')).toBe(-1_000_00n)
  await rounds(3, HOUR_MS)
  expect(await world.payoutsOf(sell)).toHaveLength(1)
})

test('if naira is back and the bank does not answer, the bank is queried until it does', async () => {
  const { sell, payment } = await paid()
  payer.says(() => ({ kind: 'unavailable' }))
  payer.giveBack(payment)
  payer.end(payment, 'reversed')
  await rounds(2, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
  payer.says(() => undefined)
  await rounds(3, 15 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('returned')
})

test('if naira is back while the bank says it paid, operators decide and may trust the naira', async () => {
  const { sell, payment } = await paid()
  payer.giveBack(payment)
  await rounds(8, 15 * MINUTE_MS)
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['completed', ['payout_unknown']])
  await decide(sell, 'not_paid')
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['returned', []])
})

test('if naira came back before the bank reported success, the bank is still queried', async () => {
  const sell = await sent()
  const [payment] = paymentsOf(sell)
  if (payment === undefined) throw new Error('nothing was paid')
  payer.giveBack(payment)
  await rounds(1, MINUTE_MS)
  payer.settle('success')
  await rounds(1, 5 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
  payer.end(payment, 'reversed')
  await rounds(2, 15 * MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('returned')
})

test('a bank that withdraws “reversed” is trusted, and the queries end', async () => {
  const { sell, payment } = await paid()
  payer.end(payment, 'reversed')
  await world.owner.query('select wake_payouts($1)', [[payment.reference]])
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'reversed', is_dead: false }])
  payer.end(payment, 'success')
  await rounds(2, 15 * MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'succeeded' }])
  expect(await dueOf(sell)).toBeNull()
})

test('if a bank says “failed” and keeps the naira, operators decide', async () => {
  const sell = await sent()
  payer.settle('failed')
  await rounds(4, 15 * MINUTE_MS)
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['paying_out', ['payout_unknown']])
})

test.each([
  ['another amount', { amountMinor: 1n }],
  ['another account number', { accountNumber: '9999999999' }],
  ['another bank', { bankCode: '000014' }],
])('the bank speaks of %s: nothing is booked, and the account is frozen', async (_, wrong) => {
  const sell = await sent()
  payer.settle('success')
  payer.says(() => wrong)
  await rounds(1, 5_000)
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect(await world.accountState(account)).toBe('frozen')
  expect(await world.casesOf(sell)).toEqual(['payout_mismatch'])
  await world.owner.query(`select move_payout_account($1, 'active', null, $2)`, [account, clock.now()])
  payer.says(() => undefined)
  await rounds(1, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('a success without an amount proves nothing', async () => {
  const sell = await sent()
  payer.settle('success')
  payer.says(() => ({ amountMinor: null }))
  await rounds(1, 5_000)
  expect(await world.statusOf(sell)).toBe('paying_out')
  payer.says(() => undefined)
  await rounds(1, MINUTE_MS)
  expect(await world.statusOf(sell)).toBe('completed')
})

test('a vendor that wants a one-time password gets a case at once', async () => {
  const sell = await sent()
  payer.says(() => ({ kind: 'needs_otp' }))
  await rounds(1, 5_000)
  expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
  payer.says(() => undefined)
  payer.settle('success')
  await rounds(1, MINUTE_MS)
  expect(await world.casesOf(sell)).toEqual([])
})

test.each(['over_hour_cap', 'operators_unavailable'])(
  'a payout that the payer refuses temporarily waits unchanged, and is sent later: %s',
  async (code) => {
    payer.sends(() => ({
      isRefused: true,
      answer: { outcome: 'refused', code, message: 'not now' },
    }))
    const sell = await sent()
    expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'ordered', sent_count: 0 }])
    expect(await world.casesAbout(account)).toEqual(['cannot_deliver'])
    payer.sends(() => ({}))
    await rounds(1, 15_000)
    expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'accepted', sent_count: 1 }])
    expect(await world.casesAbout(account)).toEqual([])
  },
)

test('a payout refused because the account name changed was not sent, and is decided again', async () => {
  payer.sends(() => ({
    isRefused: true,
    answer: { outcome: 'refused', code: 'name_drift', message: 'another name' },
  }))
  const sell = await sent()
  expect(await world.statusOf(sell)).toBe('payout_failed')
  expect(payer.payments.filter(({ transactionId }) => transactionId === sell)).toEqual([])
})

test.each(['not_funded', 'decision_unsigned'])(
  'a payout refused because the payer sees other money, or no decision, stays open, and a case is opened: %s',
  async (code) => {
    payer.sends(() => ({
      isRefused: true,
      answer: { outcome: 'refused', code, message: 'no' },
    }))
    const sell = await sent()
    expect(await world.statusOf(sell)).toBe('paying_out')
    expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
  },
)

test('two operators with evidence from the bank decide a payout that the bank does not answer about', async () => {
  payer.sends(() => ({ isMade: false, answer: unknown }))
  const [paid, unpaid] = [await sent(), await sent()]
  await decide(paid, 'was_paid')
  // A debit that has not been read yet cannot be excluded.
  await expect(decide(unpaid, 'not_paid')).rejects.toThrow('lines were not read')
  await rounds(1, MINUTE_MS)
  await people.approve(await people.openCase('payout_unknown', unpaid))
  expect([await world.statusOf(paid), await world.statusOf(unpaid)]).toEqual(['completed', 'payout_failed'])
  payer.sends(() => ({ answer: unknown }))
  const gone = await sent()
  await rounds(1, MINUTE_MS)
  await expect(decide(gone, 'not_paid')).rejects.toThrow('as debited and not returned')
})

/** Two operators decide whether a sell was paid. */
async function decide(sell: string, action: 'was_paid' | 'not_paid'): Promise<void> {
  await world.owner.query(
    `select open_case(afara_uuid(), 'test', 'payout_unknown', null, null, $1, $2, 'Was it paid?', '{}', null, $3, $3)`,
    [sell, world.businessId, clock.now()],
  )
  await people.decide(await people.openCase('payout_unknown', sell), {
    action,
    evidence: 'a letter of the bank',
  })
}

async function paid() {
  const sell = await sent()
  payer.settle('success')
  await rounds(2, 20_000)
  const [payment] = paymentsOf(sell)
  if (payment === undefined) throw new Error('nothing was paid')
  return { sell, payment }
}

async function dueOf(sell: string): Promise<Date | null | undefined> {
  const { rows } = await world.owner.query<{ due: Date | null }>(
    'select x.next_look_at as due from payout x join payout_right r on r.id = x.right_id where r.transaction_id = $1',
    [sell],
  )
  return rows[0]?.due
}
