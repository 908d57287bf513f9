import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutDecisions } from '../../../test/payout-decisions.ts'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { readLines } from './read-vendor-books.ts'
import { workPayouts } from './work-payouts.ts'

const world = await createPayoutWorld()
const { payer, clock, owner } = world
const { decide, explain, openCase } = await createPayoutDecisions({ owner, clock })
const MINUTE_MS = 60_000
let account = ''
let other = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount('paystack')
  other = await world.openAccount('monnify')
  await moveAccount(other, 'draining')
})
afterEach(world.requireSound)
afterAll(world.close)

const moveAccount = async (id: string, state: string) =>
  owner.query('update payout_account set state = $2, frozen_because = null where id = $1', [id, state])
const booksOf = async () => [
  await world.booked('payout_bank', account, 'NGN'),
  await world.booked('suspense', '', 'NGN'),
]

async function rounds(count: number, everyMs = 12 * MINUTE_MS, of = account): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    clock.advance(everyMs)
    await world.round(of)
  }
}

/** A payout that the vendor accepts and then reports as failed. */
async function reportedAsFailed(naira?: number) {
  payer.sends(() => ({ isMade: false }))
  const [sell = ''] = await world.clear(1, naira)
  await world.round(account)
  const [payout] = await world.payoutsOf(sell)
  if (payout === undefined) throw new Error('nothing was opened')
  const ordered = await world.orderOf(payout.id)
  payer.payments.push({ ...ordered, status: 'failed', sessionId: 's' })
  payer.sends(() => ({}))
  return { sell, ...ordered }
}

/** The bank reports the failure often enough, and its ledger is read completely after that. */
async function reportedTwice(): Promise<void> {
  await rounds(4)
  await rounds(1, MINUTE_MS)
}

const debitWithoutReference = (amountMinor: bigint) =>
  payer.book(account, { direction: 'debit', amountMinor, reference: null, kind: 'payment' })

/** The second account may pay, and the sell is queued there if its payout failed. */
async function tryElsewhere(sell: string): Promise<void> {
  await moveAccount(other, 'active')
  if ((await world.statusOf(sell)) === 'payout_failed') await world.queueAgain(sell)
  await rounds(2, MINUTE_MS, other)
}

test.each([
  ['of the amount', 0n],
  ['of the amount and a fee', 25_00n],
])('a payout reported as failed is not dead while a debit %s is unexplained', async (_, fee) => {
  const { sell, amountMinor } = await reportedAsFailed()
  debitWithoutReference(amountMinor + fee)
  await reportedTwice()
  expect(await world.accountState(account)).toBe('frozen')
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: false }])
  await tryElsewhere(sell)
  expect(await world.payoutsOf(sell)).toHaveLength(1)
  expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
})

const feeWithoutReference = (amountMinor: bigint) =>
  payer.book(account, { direction: 'debit', amountMinor, reference: null, kind: 'fee' })

test('a small payout reported as failed is not dead while a fee without our reference may be its debit', async () => {
  const { sell, payoutId, amountMinor } = await reportedAsFailed(301)
  feeWithoutReference(amountMinor)
  await reportedTwice()
  expect(await world.accountState(account)).toBe('frozen')
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: false }])
  await explain(account, 'payout', { payout_id: payoutId })
  expect(await world.statusOf(sell)).toBe('completed')
})

test('a fee without our reference counts as a fee if every small payout has its debit, or if no payout is that small', async () => {
  payer.sends(() => ({}))
  const [small = ''] = await world.clear(1, 301)
  await world.clear(1, 1_000)
  await world.round(account)
  // The first fee is read together with the debit of the small payout, the second after it.
  feeWithoutReference(300_00n)
  await rounds(1)
  feeWithoutReference(300_00n)
  await rounds(1)
  expect([await world.accountState(account), await world.casesAbout(account)]).toEqual(['active', []])
  expect(await world.payoutsOf(small)).toMatchObject([{ state: 'accepted' }])
})

test('two operators cannot decide that a payout was not paid while such a debit is unexplained', async () => {
  const { sell, amountMinor } = await reportedAsFailed()
  debitWithoutReference(amountMinor)
  await reportedTwice()
  const caseId = await openCase('payout_unknown', sell)
  await expect(decide(caseId, { action: 'not_paid' })).rejects.toThrow('Explain the debit first')
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: false }])
})

test('if the debit is explained as something else, the payout is dead without another decision', async () => {
  const { sell, amountMinor } = await reportedAsFailed()
  debitWithoutReference(amountMinor)
  await reportedTwice()
  await explain(account, 'loss')
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: true }])
  await tryElsewhere(sell)
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }, { account_id: other, attempt: 2 }])
})

test('if the debit is explained as the payout, the sell is completed and the ledger shows one payment', async () => {
  const [bank, suspense] = await booksOf()
  const charges = await world.booked('expense', 'bank', 'NGN')
  const { sell, payoutId, amountMinor } = await reportedAsFailed()
  debitWithoutReference(amountMinor + 25_00n)
  await reportedTwice()
  await explain(account, 'payout', { payout_id: payoutId })
  expect(await world.statusOf(sell)).toBe('completed')
  expect(await world.casesOf(sell)).toEqual([])
  expect(await booksOf()).toEqual([(bank ?? 0n) - amountMinor - 25_00n, suspense])
  expect((await world.booked('expense', 'bank', 'NGN')) - charges).toBe(25_00n)
})

test('after a debit was explained as a payout, another debit of that payout is unexplained, and the payout can be returned', async () => {
  const { sell, payoutId, amountMinor, reference } = await reportedAsFailed()
  debitWithoutReference(amountMinor)
  await rounds(2)
  await explain(account, 'payout', { payout_id: payoutId })
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await rounds(1)
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await rounds(1)
  expect(await world.casesAbout(account)).toEqual([])
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await reportedTwice()
  expect(await world.statusOf(sell)).toBe('returned')
})

test('of two payouts of one amount, the debit explains one and the other is dead', async () => {
  const first = await reportedAsFailed()
  const second = await reportedAsFailed()
  debitWithoutReference(first.amountMinor)
  await reportedTwice()
  for (const { sell } of [first, second]) {
    expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: false }])
  }
  await explain(account, 'payout', { payout_id: second.payoutId })
  await rounds(1, MINUTE_MS)
  expect(await world.payoutsOf(first.sell)).toMatchObject([{ is_dead: true }])
  expect(await world.payoutsOf(second.sell)).toMatchObject([{ state: 'succeeded' }])
})

test.each([
  ['of another amount', -1n],
  ['of more than the amount and any fee', 500_01n],
])('a debit %s does not affect the payout', async (_, more) => {
  const { sell, amountMinor } = await reportedAsFailed()
  debitWithoutReference(amountMinor + more)
  await reportedTwice()
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }])
})

test('a debit from before the order was sent does not affect the payout', async () => {
  debitWithoutReference(999_00n)
  await rounds(1)
  clock.advance(5 * MINUTE_MS)
  await moveAccount(account, 'active')
  const { sell } = await reportedAsFailed()
  await reportedTwice()
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }])
})

test('a debit that appears after its payout is dead stops the next attempt until it is explained', async () => {
  const { sell, amountMinor } = await reportedAsFailed()
  await reportedTwice()
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }])
  await moveAccount(other, 'active')
  payer.sends(() => ({ isRefused: true }))
  await world.queueAgain(sell)
  await rounds(1, MINUTE_MS, other)
  expect(await world.payoutsOf(sell)).toMatchObject([{}, { state: 'ordered' }])
  payer.sends(() => ({}))
  debitWithoutReference(amountMinor)
  await rounds(1)
  await rounds(3, MINUTE_MS, other)
  expect(await world.payoutsOf(sell)).toMatchObject([{}, { state: 'ordered', sent_count: 0 }])
  await explain(account, 'loss')
  await rounds(2, MINUTE_MS, other)
  expect(await world.payoutsOf(sell)).toMatchObject([{}, { state: 'accepted' }])
})

test('a debit of a dead payout stops the next attempt and the return of the tokens', async () => {
  const { sell, amountMinor, reference } = await reportedAsFailed()
  await reportedTwice()
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await rounds(1)
  await tryElsewhere(sell)
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }])
  await owner.query(
    `select open_case($1, 'test', 'payout_failed', null, null, $2, $3, 'a test', '{}', null, $4, $4)`,
    [newId(), sell, world.businessId, clock.now()],
  )
  const caseId = await openCase('payout_failed', sell)
  await expect(decide(caseId, { action: 'return_all' })).rejects.toThrow('Explain the debit first')
  await explain(account, 'loss')
  await rounds(2, MINUTE_MS, other)
  expect(await world.payoutsOf(sell)).toMatchObject([{ is_dead: true }, { attempt: 2, state: 'accepted' }])
})

test('a rejected order also waits if its amount was debited without our reference', async () => {
  const rejected = { outcome: 'rejected', code: 'invalid_bank_code', message: 'no' } as const
  payer.sends(({ amountMinor }) => {
    debitWithoutReference(amountMinor)
    return { isMade: false, answer: rejected }
  })
  const [sell = ''] = await world.clear(1)
  const held = await world.hold(account)
  // The ledger of the vendor is read before the answer is recorded.
  const send: typeof payer.rail.send = async (orders, signal) => {
    const answers = await payer.rail.send(orders, signal)
    await readLines(world.deps, held)
    return answers
  }
  await workPayouts({ ...world.deps, payer: { ...payer.rail, send } }, held)
  await world.release(held)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: false }])
  await explain(account, 'vendor')
  await rounds(1)
  expect(await world.payoutsOf(sell)).toMatchObject([{ state: 'failed', is_dead: true }])
})
