import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { masked } from '../../../test/matching-world.ts'
import { createRefundWorld } from '../../../test/refund-world.ts'

let world: Awaited<ReturnType<typeof createRefundWorld>>
let accounts: string[]

beforeAll(async () => {
  world = await createRefundWorld()
})

beforeEach(async () => {
  accounts = [await world.openAccount('paystack'), await world.openAccount('monnify')]
})

afterEach(async () => world.endTest())

afterAll(async () => {
  await world.close()
})

const paidTo = (id: string) =>
  world.payer.payments
    .filter(({ transactionId }) => transactionId === id)
    .map(({ bankCode, accountNumber, amountMinor, status }) => ({
      to: `${bankCode} ${accountNumber}`,
      naira: amountMinor / 100n,
      status,
    }))

test('naira that two operators refund is paid to the account that it came from, and the buy is refunded', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 5_000)
  await world.giveBack(id)
  expect(await world.statusOf(id)).toBe('refunding')
  expect(await world.legsOf(id)).toEqual(['queued'])
  expect(await world.casesOf(id)).toEqual([])
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id)).toEqual([{ to: `000013 ${from.payer.accountNumber}`, naira: 5_000n, status: 'success' }])
  expect(await world.held(id)).toEqual([])
})

test('each credit of a buy goes back by itself, and the buy is refunded when the last is paid', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000, 3_000)
  await world.giveBack(id)
  expect(await world.legsOf(id)).toEqual(['queued', 'queued'])
  world.payer.sends(({ amountMinor }) => (amountMinor === 300_000n ? { isRefused: true } : {}))
  await world.settle(accounts, id, 3)
  expect((await world.legsOf(id)).toSorted()).toEqual(['out', 'paid'])
  expect(await world.statusOf(id)).toBe('refunding')
  expect(await world.findings()).toEqual([])
  world.payer.sends(() => ({}))
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id).map(({ naira }) => naira)).toEqual([5_000n, 3_000n])
  expect(await world.eventsOf(id)).toContain('refund_paid')
})

test('a refund that the bank rejects is tried from other accounts, three times in all; then two operators redirect it', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  await world.giveBack(id)
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refund_failed')
  expect(await world.legsOf(id)).toEqual(['used_up'])
  expect(
    new Set(
      world.payer.journal
        .filter((one) => one.rightKey.includes(`ref-${id}/refund/`))
        .map((one) => one.accountId),
    ),
  ).toEqual(new Set(accounts))
  expect(await world.casesOf(id)).toEqual(['refund_due'])
  expect(paidTo(id)).toEqual([])

  world.payer.sends(() => ({}))
  const caseId = await world.caseOf(id, 'refund_due')
  await expect(world.propose(caseId, { action: 'redirect', account_number: '0222222222' })).rejects.toThrow(
    /--bank/,
  )
  await world.propose(caseId, {
    action: 'redirect',
    account_number: '0222222222',
    bank: '000013',
    account_name: 'ADAEZE NGOZI OKONKWO',
    evidence: 'a letter of her bank',
  })
  expect(await world.statusOf(id)).toBe('refund_failed')
  await world.approve(caseId)
  expect(await world.statusOf(id)).toBe('refunding')
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id)).toEqual([{ to: '000013 0222222222', naira: 5_000n, status: 'success' }])
})

test('a refund that is returned after it was paid is not paid again automatically', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  await world.settle(accounts, id, 4)
  const payment = world.payer.payments.find(({ transactionId }) => transactionId === id)
  if (payment === undefined) throw new Error('nothing was paid')
  world.payer.end(payment, 'reversed')
  world.payer.giveBack(payment)
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refund_failed')
  expect(await world.casesOf(id)).toEqual(['refund_due'])
  expect(await world.held(id)).toEqual(['500000'])
  expect(paidTo(id)).toHaveLength(1)
})

test('if the bank shows only a part of the number, nothing is paid before two operators provide the whole number', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid({ ...from, payer: from.payer }, 2_000)
  await world.superuser.query(
    `set session_replication_role = replica; update afara.bank_line_reading set payer_account_number = null, payer_account_mask = '${masked(from.payer).accountMask}' where vendor_account_id = '${from.id}'`,
  )
  await world.giveBack(id)
  expect(await world.legsOf(id)).toEqual(['unknown'])
  expect(await world.casesOf(id)).toEqual(['refund_due'])
  await world.settle(accounts, id, 3)
  expect(paidTo(id)).toEqual([])
  const caseId = await world.caseOf(id, 'refund_due')
  await world.propose(caseId, {
    action: 'redirect',
    account_number: from.payer.accountNumber,
    bank: '000013',
    account_name: from.payer.name,
    evidence: 'a statement of the payer',
  })
  await world.approve(caseId)
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
})

test('naira under a lien is not refunded, whatever was decided', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  const { rows } = await world.owner.query<{ line_id: string }>(
    'select line_id from credit_return where transaction_id = $1',
    [id],
  )
  await world.owner.query(`select place_lien($1, null, 'system:test', 'somebody asks for it', $2)`, [
    rows[0]?.line_id,
    world.clock.now(),
  ])
  await world.settle(accounts, id, 3)
  expect(paidTo(id)).toEqual([])
  await world.owner.query(`select lift_lien($1, 'system:test', 'nobody does', $2)`, [
    rows[0]?.line_id,
    world.clock.now(),
  ])
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
})

test('a refund that is ordered is not sent once its credit is under a lien', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  world.payer.sends(() => ({ isRefused: true }))
  for (const account of accounts) await world.round(account)
  expect(await world.legsOf(id)).toEqual(['out'])
  world.payer.sends(() => ({}))
  const { rows } = await world.owner.query<{ line_id: string }>(
    'select line_id from credit_return where transaction_id = $1',
    [id],
  )
  const placed = [rows[0]?.line_id, world.clock.now()]
  await world.owner.query(`select place_lien($1, null, 'system:test', 'somebody asks for it', $2)`, placed)
  await world.settle(accounts, id, 3)
  expect(paidTo(id)).toEqual([])
  await world.owner.query(`select lift_lien($1, 'system:test', 'nobody does', $2)`, placed)
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
})

test('an order to pay a credit elsewhere is dropped while its first payment is alive', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000, 5_000)
  await world.giveBack(id)
  await world.owner.query(`delete from payout_order where transaction_id = $1 and leg = 2`, [id])
  for (const account of accounts) await world.round(account)
  expect(await world.legsOf(id)).toEqual(['out', 'due'])
  await world.owner.query(
    `insert into payout_order select transaction_id, 'refund', 1001, mode, business_id, $2, bank_code, '0999999999', account_name,
       amount_minor, $3, null from payout_right where transaction_id = $1`,
    [id, accounts[0], world.clock.now()],
  )
  for (const account of accounts) await world.round(account)
  expect(paidTo(id)).toHaveLength(1)
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id).map(({ naira }) => naira)).toEqual([5_000n, 5_000n])
})

test('a refund that no account can pay waits with a case that closes automatically', async () => {
  await world.owner.query(`update payout_account set state = 'draining' where state = 'active'`)
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  expect(await world.legsOf(id)).toEqual(['due'])
  expect(await world.casesOf(id)).toEqual(['refund_due'])
  await world.owner.query(`update payout_account set state = 'active' where id = any ($1)`, [accounts])
  await world.look(id)
  expect(await world.legsOf(id)).toEqual(['queued'])
  expect(await world.casesOf(id)).toEqual([])
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
})

test('two operators with evidence from the bank decide a refund that the bank does not answer about', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  world.payer.says(() => ({ kind: 'pending', code: null }))
  await world.settle(accounts, id, 6)
  const caseId = await world.caseOf(id, 'payout_unknown')
  world.payer.says(() => undefined)
  await world.propose(caseId, { action: 'was_paid' })
  await world.approve(caseId)
  expect(await world.statusOf(id)).toBe('refunded')
})
