import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'

const world = await createPayoutWorld()
const { payer, clock } = world
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount('paystack')
})
afterEach(world.requireSound)
afterAll(world.close)

const unknown = { outcome: 'unknown', why: 'timeout', code: null } as const
const paymentsOf = (sell: string) => payer.payments.filter(({ transactionId }) => transactionId === sell)
const callsFor = async (sell: string) =>
  (await world.payoutsOf(sell)).map(({ reference }) => payer.calls.get(reference) ?? 0)
async function rounds(count: number, everyMs: number, of = account): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    clock.advance(everyMs)
    await world.round(of)
  }
}
async function sent(of = account): Promise<string> {
  const [sell = ''] = await world.clear(1)
  await world.round(of)
  return sell
}

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
  'an answer that nobody heard is not asked for again while the bank says %s',
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
    world.owner.query('update business_mode set status = $2 where business_id = $1', [
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
  const [payout] = await world.payoutsOf(sell)
  await world.owner.query(`select end_payout_by_evidence($1, false, '{"letter": "of the bank"}', $2)`, [
    payout?.id,
    clock.now(),
  ])
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

test('a payout that the payer refuses temporarily waits unchanged, and is sent later', async () => {
  payer.sends(() => ({
    isRefused: true,
    answer: { outcome: 'refused', code: 'over_hour_cap', message: 'enough' },
  }))
  const sell = await sent()
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'ordered', sent_count: 0 }])
  expect(await world.casesAbout(account)).toEqual(['cannot_deliver'])
  payer.sends(() => ({}))
  await rounds(1, 15_000)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'accepted', sent_count: 1 }])
  expect(await world.casesAbout(account)).toEqual([])
})

test('a payout refused because the account name changed was not sent, and is decided again', async () => {
  payer.sends(() => ({
    isRefused: true,
    answer: { outcome: 'refused', code: 'name_drift', message: 'another name' },
  }))
  const sell = await sent()
  expect(await world.statusOf(sell)).toBe('payout_failed')
  expect(payer.payments.filter(({ transactionId }) => transactionId === sell)).toEqual([])
})

test('a payout refused because the payer sees other money stays open, and a case is opened', async () => {
  payer.sends(() => ({
    isRefused: true,
    answer: { outcome: 'refused', code: 'not_funded', message: 'no deposit' },
  }))
  const sell = await sent()
  expect(await world.statusOf(sell)).toBe('paying_out')
  expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
})

test('two operators with evidence from the bank decide a payout that the bank does not answer about', async () => {
  payer.sends(() => ({ isMade: false, answer: unknown }))
  const [paid, unpaid] = [await sent(), await sent()]
  const decide = async (sell: string, wasPaid: boolean) => {
    const [payout] = await world.payoutsOf(sell)
    await world.owner.query(`select end_payout_by_evidence($1, $2, '{"letter": "of the bank"}', $3)`, [
      payout?.id,
      wasPaid,
      clock.now(),
    ])
  }
  await decide(paid, true)
  // A debit that has not been read yet cannot be excluded.
  await expect(decide(unpaid, false)).rejects.toMatchObject({ code: 'AF062' })
  await rounds(1, MINUTE_MS)
  await decide(unpaid, false)
  expect([await world.statusOf(paid), await world.statusOf(unpaid)]).toEqual(['completed', 'payout_failed'])
  payer.sends(() => ({ answer: unknown }))
  const gone = await sent()
  await rounds(1, MINUTE_MS)
  await expect(decide(gone, false)).rejects.toMatchObject({ code: 'AF040' })
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

/** Returns an account without orders. */
async function emptyAccount(): Promise<string> {
  const id = await world.openAccount()
  await world.owner.query(`update payout_account set state = 'draining' where id = $1`, [id])
  return id
}
