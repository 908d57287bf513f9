import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutDecisions } from '../../../test/payout-decisions.ts'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { requestChange } from './propose-resolution.ts'

const world = await createPayoutWorld()
const { payer, clock, owner } = world
const { bisi, openCase, propose, approve, ...decisions } = await createPayoutDecisions({ owner, clock })
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount()
})
afterEach(world.requireSound)
afterAll(world.close)

async function later(ms = 20_000): Promise<void> {
  clock.advance(ms)
  await world.round(account)
}
async function paid() {
  const [sell = ''] = await world.clear(1)
  await world.round(account)
  payer.settle('success')
  await later()
  const payment = payer.payments.find(({ transactionId }) => transactionId === sell)
  const [payout] = await world.payoutsOf(sell)
  if (payment === undefined || payout === undefined) throw new Error('nothing was paid')
  return { ...payment, payoutId: payout.id }
}
const suspense = async () => world.booked('suspense', '', 'NGN')
const bookOf = async () => world.booked('payout_bank', account, 'NGN')
const expense = async (owner: string) => world.booked('expense', owner, 'NGN')

const explain = async (as: string, more: Record<string, unknown> = {}) => decisions.explain(account, as, more)

test('two operators explain an unexpected credit as our own money', async () => {
  const [before, capital] = [await suspense(), await world.booked('capital', '', 'NGN')]
  payer.book(account, { direction: 'credit', amountMinor: 123_45n, kind: 'other' })
  await later()
  await explain('capital')
  expect(await suspense()).toBe(before)
  expect(capital - (await world.booked('capital', '', 'NGN'))).toBe(123_45n)
})

test('an unexpected credit stays in suspense under a name', async () => {
  const before = await suspense()
  payer.book(account, { direction: 'credit', amountMinor: 123_45n, kind: 'other' })
  await later()
  const caseId = await openCase('payout_unexplained', account)
  const wanted = { action: 'explain', as: 'somebody', evidence: 'ticket 88213' }
  await expect(propose(caseId, wanted)).rejects.toThrow('--whose')
  await expect(propose(caseId, { ...wanted, as: 'nothing' })).rejects.toThrow('--explain')
  await explain('somebody', { whose: 'Musa Ibrahim' })
  expect(before - (await suspense())).toBe(123_45n)
  expect(await world.casesAbout(account)).toEqual([])
})

test('two operators explain a credit without a reference as the return of a payout: the sell is returned', async () => {
  const { amountMinor, payoutId, transactionId } = await paid()
  const [books, held] = [await bookOf(), await suspense()]
  payer.book(account, { direction: 'credit', amountMinor, kind: 'other' })
  await later()
  await explain('return', { payout_id: payoutId })
  expect(await world.statusOf(transactionId)).toBe('returned')
  expect([(await bookOf()) - books, await suspense()]).toEqual([amountMinor, held])
})

test('if a return is smaller than the payout, the difference is a charge', async () => {
  const { amountMinor, payoutId, transactionId, reference } = await paid()
  const [books, held, charges] = [await bookOf(), await suspense(), await expense('bank')]
  payer.book(account, { direction: 'credit', amountMinor: amountMinor - 50_00n, reference, kind: 'return' })
  await later()
  expect(held - (await suspense())).toBe(amountMinor - 50_00n)
  await explain('return', { payout_id: payoutId })
  expect(await world.statusOf(transactionId)).toBe('returned')
  expect([(await bookOf()) - books, await suspense(), (await expense('bank')) - charges]).toEqual([
    amountMinor - 50_00n,
    held,
    50_00n,
  ])
  // A later credit with the reference of this payout must belong to someone else, so it gets a case.
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await later()
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
  expect(held - (await suspense())).toBe(amountMinor)
})

test('a payout is returned even if an earlier credit had its reference', async () => {
  const { amountMinor, payoutId, transactionId, reference } = await paid()
  payer.book(account, { direction: 'credit', amountMinor: 1_00n, reference, kind: 'return' })
  await later()
  await explain('charge')
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await later()
  await explain('return', { payout_id: payoutId })
  expect(await world.statusOf(transactionId)).toBe('returned')
})

test('a payout that was not sent, or is from another account, cannot have been returned', async () => {
  const { payoutId } = await paid()
  account = await world.openAccount()
  payer.book(account, { direction: 'credit', amountMinor: 1_00n, kind: 'other' })
  await later()
  const caseId = await openCase('payout_unexplained', account)
  const wanted = { action: 'explain', as: 'return', payout_id: payoutId, evidence: 'ticket' }
  await expect(propose(caseId, wanted)).rejects.toThrow('cannot be the return')
})

test.each([
  ['loss', 'expense', 'loss'],
  ['charge', 'expense', 'bank'],
  ['vendor', 'receivable', 'vendor:paystack'],
  ['capital', 'capital', ''],
] as const)('an unordered debit is booked as %s', async (as, kind, whose) => {
  const [books, held, before] = [await bookOf(), await suspense(), await world.booked(kind, whose, 'NGN')]
  payer.book(account, { direction: 'debit', amountMinor: 700_00n, reference: null, kind: 'payment' })
  await later()
  await explain(as)
  expect([
    books - (await bookOf()),
    await suspense(),
    (await world.booked(kind, whose, 'NGN')) - before,
  ]).toEqual([700_00n, held, 700_00n])
})

test('a duplicate payment that the vendor owes us is settled when the vendor returns it', async () => {
  const { amountMinor, reference } = await paid()
  const [books, held] = [await bookOf(), await suspense()]
  const owed = await world.booked('receivable', 'vendor:paystack', 'NGN')
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await later()
  await explain('vendor')
  expect((await world.booked('receivable', 'vendor:paystack', 'NGN')) - owed).toBe(amountMinor)
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await later()
  expect([
    await bookOf(),
    await suspense(),
    await world.booked('receivable', 'vendor:paystack', 'NGN'),
  ]).toEqual([books, held, owed])
})

test('a duplicate payment that is returned before it was explained closes its case', async () => {
  const { amountMinor, reference } = await paid()
  payer.book(account, { direction: 'debit', amountMinor, reference })
  await later()
  payer.book(account, { direction: 'credit', amountMinor, reference, kind: 'return' })
  await later()
  expect(await world.casesAbout(account)).toEqual([])
})

test('the difference of a debit of another amount is explained once the outcome of the payout is known', async () => {
  const [sell = ''] = await world.clear(1)
  payer.sends(() => ({ isMade: false }))
  await world.round(account)
  const [payout] = await world.payoutsOf(sell)
  payer.book(account, { direction: 'debit', amountMinor: 1_099_00n, reference: payout?.reference ?? '' })
  await later()
  await expect(explain('loss')).rejects.toThrow('first decide whether the payout')
  await owner.query(
    `select open_case($1, 'test', 'payout_mismatch', null, null, $2, $3, 'a test', '{}', null, $4, $4)`,
    [newId(), sell, world.businessId, clock.now()],
  )
  const mismatch = await openCase('payout_mismatch', sell)
  await propose(mismatch, { action: 'was_paid' })
  await approve(mismatch)
  const losses = await expense('loss')
  await approve(await openCase('payout_unexplained', account))
  expect((await expense('loss')) - losses).toBe(100_00n)
})

test('two operators let the account pay again, and its unexplained lines keep their cases', async () => {
  payer.book(account, { direction: 'debit', amountMinor: 700_00n, reference: null, kind: 'payment' })
  await later()
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    {
      change: {
        mode: 'test',
        facts: { subject: account },
        summary: 'let it pay again',
        resolution: { action: 'resume_payouts', account_id: account },
      },
      operatorId: bisi,
      reason: 'we know what it was',
    },
  )
  await approve(caseId)
  expect(await world.accountState(account)).toBe('active')
  expect(await world.casesAbout(account)).toContain('payout_unexplained')
  await explain('loss')
  expect(await world.casesAbout(account)).toEqual([])
})

test('if naira is returned while the bank insists that it paid, the credit may belong to someone else', async () => {
  const payment = await paid()
  const [books, held] = [await bookOf(), await suspense()]
  payer.giveBack(payment)
  await later()
  await later(31 * 60_000)
  await later(31 * 60_000)
  const caseId = await openCase('payout_unknown', payment.transactionId)
  await propose(caseId, { action: 'was_paid' })
  await approve(caseId)
  expect(await world.statusOf(payment.transactionId)).toBe('completed')
  expect([(await bookOf()) - books, held - (await suspense())]).toEqual([
    payment.amountMinor,
    payment.amountMinor,
  ])
  await later()
  expect(await world.casesAbout(account)).toEqual(['payout_unexplained'])
  await explain('somebody', { whose: 'the vendor, which has still to say' })
})
