import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReturnWorld } from '../../../test/return-world.ts'

let world: Awaited<ReturnType<typeof createReturnWorld>>
let accounts: string[]

beforeAll(async () => {
  world = await createReturnWorld()
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
    .map(({ bankCode, accountNumber, amountMinor, status }) => [
      `${bankCode} ${accountNumber}`,
      amountMinor / 100n,
      status,
    ])
const stateOf = async (account: { id: string }) => world.accountState(account.id)

test('a credit without a buy is returned by the payer to the account in the bank’s own record', async () => {
  const from = await world.openCollection()
  const { id, lineId } = await world.returnCredit(from, 7_000)
  expect(await world.statusOf(id)).toBe('refunding')
  expect(await world.legsOf(id)).toEqual(['queued'])
  expect(await world.held(id)).toEqual(['700000'])
  expect(await world.owed(lineId)).toEqual([{ type: 'return', state: 'queued', amount: '700000' }])
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id)).toEqual([[`000013 ${from.payer.accountNumber}`, 7_000n, 'success']])
  expect(await world.held(id)).toEqual([])
  expect(await world.owed(lineId)).toEqual([])
})

test('the rest of a credit after a buy is returned, and the buy keeps its part', async () => {
  const from = await world.openCollection()
  const businessId = await world.openBusiness(1_000_000)
  const buyId = await world.claim(businessId, from, 4_000)
  const lineId = await world.pay(from, 5_000)
  const give = await world.ask(from, lineId, 'unmatched')
  await world.propose(give, { action: 'allocate', transaction_id: buyId, amount_minor: '400000' })
  await world.approve(give)
  const { id } = await world.returnRest(from, lineId)
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([[`000013 ${from.payer.accountNumber}`, 1_000n, 'success']])
  expect(await world.held(buyId)).toEqual(['400000'])
})

test('operators give an overpayment to its buy, and what is left goes back to the payer without another decision', async () => {
  const from = await world.openCollection()
  const buyId = await world.claim(await world.openBusiness(1_000_000), from, 4_000)
  const lineId = await world.pay(from, 4_500)
  const give = await world.ask(from, lineId, 'overpaid')
  await world.propose(give, { action: 'allocate', transaction_id: buyId })
  await world.approve(give)
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from credit_return where line_id = $1 and case_id is null',
    [lineId],
  )
  const id = rows[0]?.id ?? ''
  await world.look(id)
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([[`000013 ${from.payer.accountNumber}`, 500n, 'success']])
  expect(await world.held(buyId)).toEqual(['400000'])
})

test('a return that every bank rejects gets a case, and is paid to the account to which two operators redirect it', async () => {
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  const { id } = await world.returnCredit(await world.openCollection(), 2_500)
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refund_failed')
  expect(await world.casesOf(id)).toContain('refund_due')
  world.payer.sends(() => ({}))
  await world.redirectFailed(id, { account_number: '0222222222', account_name: 'ADAEZE NGOZI OKONKWO' })
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidTo(id)).toEqual([['000013 0222222222', 2_500n, 'success']])
})

test('a return waits while its credit has a lien, and while its collection account is frozen', async () => {
  const from = await world.openCollection()
  const { id, lineId } = await world.returnCredit(from, 3_000)
  await world.owner.query(`select place_lien($1, null, 'system:test', 'somebody asks for it', $2)`, [
    lineId,
    world.clock.now(),
  ])
  await world.settle(accounts, id, 2)
  expect(paidTo(id)).toEqual([])
  await world.owner.query(`select lift_lien($1, 'system:test', 'nobody does', $2)`, [
    lineId,
    world.clock.now(),
  ])
  await world.owner.query(`select freeze_account($1, 'a test', $2)`, [from.id, world.clock.now()])
  await world.settle(accounts, id, 2)
  expect(paidTo(id)).toEqual([])
  await world.owner.query(`update vendor_account set state = 'active' where id = $1`, [from.id])
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toHaveLength(1)
})

test('a manual payment that was recorded in advance explains its debit, and the payer never pays it as well', async () => {
  const from = await world.openCollection()
  const { id, returnId, lineId } = await world.returnCredit(from, 7_000)
  await world.payByHand(returnId, from)
  expect(await world.legsOf(id)).toEqual(['by_hand'])
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([])
  await world.loseMoney(from, 7_000)
  expect(await stateOf(from)).toBe('active')
  expect(await world.openCases('unexplained_debit')).toBe(0)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(await world.held(id)).toEqual([])
  expect(await world.owed(lineId)).toEqual([])
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([])
})

test('a debit of an amount other than the manual payment still freezes the account', async () => {
  const from = await world.openCollection()
  const { id, returnId } = await world.returnCredit(from, 7_000)
  await world.payByHand(returnId, from)
  await world.loseMoney(from, 7_001)
  expect(await stateOf(from)).toBe('frozen')
  expect(await world.statusOf(id)).toBe('refunding')
})

test('a debit that was unexplained before the return was decided is not its payment', async () => {
  const from = await world.openCollection()
  await world.loseMoney(from, 7_000)
  const unexplained = await world.openCases('unexplained_debit')
  world.clock.advance(60_000)
  const { id, returnId } = await world.returnCredit(from, 7_000)
  await world.payByHand(returnId, from)
  expect(await world.legsOf(id)).toEqual(['by_hand'])
  expect(await world.openCases('unexplained_debit')).toBe(unexplained)
  await world.loseMoney(from, 7_000)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(await world.openCases('unexplained_debit')).toBe(unexplained)
})

test('a return that the payer may have paid is not paid manually', async () => {
  const from = await world.openCollection()
  const { id, returnId } = await world.returnCredit(from, 7_000)
  for (const account of accounts) await world.round(account)
  expect(await world.legsOf(id)).toEqual(['out'])
  await expect(world.payByHand(returnId, from)).rejects.toThrow(/do not pay this return manually/)
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toHaveLength(1)
})

test('a return that a bank rejected is not paid manually while a matching debit is unexplained', async () => {
  const from = await world.openCollection()
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  const { id } = await world.returnCredit(from, 7_000)
  await world.settle(accounts, id, 1)
  for (const account of accounts)
    world.payer.book(account, { direction: 'debit', amountMinor: 7_000_00n, reference: null })
  world.clock.advance(60_000)
  for (const account of accounts) await world.round(account)
  await expect(world.payByHand(id, from)).rejects.toThrow('Explain the debit first')
  expect(await world.legsOf(id)).not.toEqual(['by_hand'])
})

test('a debit recorded as a manual payment that turns out to be a recall leaves the return unpaid', async () => {
  const from = await world.openCollection()
  const { id, returnId } = await world.returnCredit(from, 7_000)
  const other = await world.pay(from, 7_000)
  await world.payByHand(returnId, from)
  const debit = await world.loseMoney(from, 7_000)
  expect(await world.statusOf(id)).toBe('refunded')
  await world.owner.query('select take_back_credit($1, $2, $3)', [debit, other, world.clock.now()])
  expect(await world.statusOf(id)).toBe('refunding')
  expect(await world.legsOf(id)).toEqual(['by_hand'])
  expect(await world.held(id)).toEqual(['700000'])
  await world.loseMoney(from, 7_000)
  expect(await world.statusOf(id)).toBe('refunded')
})

test('a return that is decided again after a restore has the same reference', async () => {
  const from = await world.openCollection()
  const { id, lineId } = await world.returnCredit(from, 900)
  const { rows } = await world.owner.query<{ known: string; again: string }>(
    `select t.reference as known, return_reference(row('ffffffff-ffff-7fff-bfff-ffffffffffff', r.mode, r.line_id, null, r.case_id, r.amount_minor,
       r.account_number, r.bank_code, r.bank_name, r.account_name, r.decided_at, r.xid)::credit_return) as again
     from transaction t join credit_return r on r.id = t.id where t.id = $1 and r.line_id = $2`,
    [id, lineId],
  )
  expect(rows[0]?.known).toMatch(/^return-[0-9a-f]{32}$/)
  expect(rows[0]?.again).toBe(rows[0]?.known)
  await world.settle(accounts, id, 4)
})
