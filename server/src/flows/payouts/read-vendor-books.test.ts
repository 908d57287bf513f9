import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'

const world = await createPayoutWorld()
const { payer, clock } = world
const LINES_MS = 20_000
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

async function paid() {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  payer.settle('success')
  await later()
  const payment = payer.payments.find(({ transactionId }) => transactionId === sell)
  if (payment === undefined) throw new Error('nothing was paid')
  return payment
}
async function later(ms = LINES_MS): Promise<void> {
  clock.advance(ms)
  await world.round(account)
}
const suspense = async () => world.booked('suspense', '', 'NGN')
const booksOf = async () => [await world.booked('payout_bank', account, 'NGN'), await suspense()]

test('a payment that the bank makes twice is found by its line, and the account is frozen', async () => {
  const { amountMinor, reference } = await paid()
  const before = await suspense()
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await later()
  expect(await world.accountState(account)).toBe('frozen')
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
  expect((await suspense()) - before).toBe(amountMinor)
  await expect(world.clear(1)).rejects.toThrow('no account can pay it')
})

test('a second debit that is returned leaves the ledger unchanged', async () => {
  const { amountMinor, reference, transactionId } = await paid()
  const books = await booksOf()
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await later()
  expect(await booksOf()).not.toEqual(books)
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await later()
  await later()
  expect([await booksOf(), await world.statusOf(transactionId)]).toEqual([books, 'completed'])
})

test('naira of a dead payout that left and came back leaves the ledger unchanged', async () => {
  payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  const books = await booksOf()
  const reference = (await world.payoutsOf(sell))[0]?.reference ?? ''
  payer.book(account, { direction: 'debit', amountMinor: 999_00n, reference })
  payer.book(account, { direction: 'credit', amountMinor: 999_00n, reference, kind: 'return' })
  await later()
  expect([await booksOf(), await world.accountState(account)]).toEqual([books, 'frozen'])
})

test('a second return of the same payout is an unexplained credit', async () => {
  const payment = await paid()
  const before = await suspense()
  payer.giveBack(payment)
  payer.end(payment, 'reversed')
  await later()
  await later()
  expect(await world.statusOf(payment.transactionId)).toBe('returned')
  payer.giveBack(payment)
  await later()
  expect(before - (await suspense())).toBe(payment.amountMinor)
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
})

test('two debits of one payment in one reading are both found', async () => {
  const [sell = ''] = await world.clear(1)
  payer.showsLines(false)
  await world.round(account)
  const payment = payer.payments.find(({ transactionId }) => transactionId === sell)
  payer.book(account, { direction: 'debit', amountMinor: 999_00n, reference: payment?.reference ?? '' })
  payer.showsLines(true)
  await later()
  expect(await world.accountState(account)).toBe('frozen')
})

test.each([
  ['without a reference', { reference: null, kind: 'payment' }],
  ['with a reference that is not ours', { reference: 'somebody-elses', kind: 'payment' }],
  ['for something else', { reference: null, kind: 'other' }],
  ['that the vendor marks as funding', { reference: null, kind: 'funding' }],
] as const)('a debit %s freezes the account', async (_, line) => {
  payer.book(account, { direction: 'debit', amountMinor: 700_00n, ...line })
  await later()
  expect(await world.accountState(account)).toBe('frozen')
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
})

test('a debit of an amount other than ordered freezes the account', async () => {
  const [sell = ''] = await world.clear(1)
  payer.sends(() => ({ isMade: false }))
  await world.round(account)
  const [payout] = await world.payoutsOf(sell)
  payer.book(account, { direction: 'debit', amountMinor: 1_00n, reference: payout?.reference ?? '' })
  await later()
  expect(await world.accountState(account)).toBe('frozen')
})

test('a debit of a dead payout freezes the account, because somebody was paid', async () => {
  payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  const [payout] = await world.payoutsOf(sell)
  expect(payout?.is_dead).toBe(true)
  payer.book(account, { direction: 'debit', amountMinor: 999_00n, reference: payout?.reference ?? '' })
  await later()
  expect(await world.accountState(account)).toBe('frozen')
})

test('a fee that is too large is treated as an ordinary debit', async () => {
  const { reference } = await paid()
  payer.book(account, { direction: 'debit', amountMinor: 900_00n, reference, kind: 'fee' })
  await later()
  expect(await world.accountState(account)).toBe('frozen')
})

test('an unexplained credit waits in suspense, and nothing is frozen', async () => {
  const before = await suspense()
  payer.book(account, { direction: 'credit', amountMinor: 123_45n, kind: 'other' })
  await later()
  expect(await world.accountState(account)).toBe('active')
  expect(before - (await suspense())).toBe(123_45n)
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
})

test('a funding explains one credit: a second credit of the same amount gets a case', async () => {
  const books = await world.booked('payout_bank', account, 'NGN')
  await later()
  expect(await world.booked('payout_bank', account, 'NGN')).toBe(books)
  expect(await world.casesAbout(account)).toEqual([])
  payer.book(account, { direction: 'credit', amountMinor: 1_000_000_00n, kind: 'funding' })
  await later()
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
})

test('a return of another amount gets a case, and ends nothing', async () => {
  const payment = await paid()
  payer.book(account, {
    direction: 'credit',
    amountMinor: 1_00n,
    reference: payment.reference,
    kind: 'return',
  })
  await later()
  expect(await world.statusOf(payment.transactionId)).toBe('completed')
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
})

test('lines are read page by page, and a line that is read twice counts once', async () => {
  const sells = await world.clear(60)
  await world.round(account)
  payer.settle('success')
  await later()
  await world.owner.query('update payout_account set line_cursor = null where id = $1', [account])
  await later()
  const { rows } = await world.owner.query<{ lines: number; fees: string }>(
    `select count(*)::integer as lines, sum(amount_minor) filter (where kind = 'fee') as fees from payout_line where account_id = $1`,
    [account],
  )
  expect(rows[0]).toEqual({ lines: 1 + 2 * sells.length, fees: String(5_000 * sells.length) })
  expect(await world.booked('payout_bank', account, 'NGN')).toBe(
    1_000_000_00n - sells.reduce((sum, _, made) => sum + BigInt(1_000 + made - 1) * 100n + 5_000n, 0n),
  )
})

test('a vendor that shows no lines delays no payment', async () => {
  payer.showsLines(false)
  const payment = await paid()
  expect(await world.statusOf(payment.transactionId)).toBe('completed')
  expect(world.notices.at(-1)).toMatch(/no lines/)
})
