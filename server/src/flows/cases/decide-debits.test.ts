import { afterAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { bankExpense } from '../../../test/ledger-accounts.ts'
import { placeLien } from '../../records/cases/credit-fund-store.ts'
import { suspense } from '../../records/ledger/account.ts'
import { sumAccount } from '../../records/ledger/ledger-store.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
const stranger = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' } as const

afterAll(world.close)

const inSuspense = async () => (await sumAccount(pool, 'test', suspense, 'NGN')).minor
const spentOnBanks = async () => (await sumAccount(pool, 'test', bankExpense, 'NGN')).minor

test('a debit explained as a bank charge becomes our expense, and suspense is zero again', async () => {
  const account = await world.openAccount()
  const before = await inSuspense()
  const spent = await spentOnBanks()
  const debit = await world.loseMoney(account, 50)
  expect(await inSuspense()).toBe(before - 5_000n)
  const caseId = await world.caseOf(debit, 'unexplained_debit')
  await world.propose(caseId, { action: 'charge' })
  await world.approve(caseId)
  expect(await inSuspense()).toBe(before)
  expect(await spentOnBanks()).toBe(spent + 5_000n)
})

test('a debit explained as the recall of a credit is taken from the buy that had the credit', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 20_000)
  const credit = await world.pay(account, 20_000)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('payment_received')
  const debit = await world.loseMoney(account, 20_000)
  const caseId = await world.caseOf(debit, 'unexplained_debit')
  await world.propose(caseId, { action: 'took_back', line_id: credit })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('recalled')
  expect(await world.heldBy(buy)).toBeUndefined()
})

test('a debit of another amount than the credit cannot be its recall', async () => {
  const account = await world.openAccount()
  const credit = await world.pay(account, 30_000, stranger)
  const debit = await world.loseMoney(account, 29_000)
  const caseId = await world.caseOf(debit, 'unexplained_debit')
  await expect(world.propose(caseId, { action: 'took_back', line_id: credit })).rejects.toMatchObject({
    code: 'resolution_invalid',
  })
  expect(await world.leftOf(credit)).toMatchObject({ left: '3000000' })
})

test('a charge that turns out to be a recall is no longer an expense', async () => {
  const account = await world.openAccount()
  const credit = await world.pay(account, 40_000, stranger)
  const spent = await spentOnBanks()
  const before = await inSuspense()
  const debit = await world.loseMoney(account, 40_000)
  const caseId = await world.caseOf(debit, 'unexplained_debit')
  await world.propose(caseId, { action: 'charge' })
  await world.approve(caseId)
  await pool.query('select take_back_credit($1, $2, $3)', [debit, credit, clock.now()])
  expect(await spentOnBanks()).toBe(spent)
  expect(await inSuspense()).toBe(before - 4_000_000n)
})

test('a credit under a lien is given to no buy until two operators lift the lien', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const credit = await world.pay(account, 25_000, stranger)
  await placeLien(pool, {
    lineId: credit,
    operatorId: world.bisi,
    reason: 'the bank wrote to us',
    at: clock.now(),
  })
  const buy = await world.claim(shop, account, 25_000)
  const asked = await world.ask(account, credit, 'unmatched')
  const allocation = { action: 'allocate', transaction_id: buy }
  expect((await world.propose(asked, allocation)).obstacle).toMatch(/under a lien/)
  await expect(world.approve(asked)).rejects.toMatchObject({ code: 'resolution_invalid' })
  const recall = await world.caseOf(credit, 'recall')
  await world.propose(recall, { action: 'lift_lien' })
  await expect(world.approve(recall, world.bisi)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  await world.approve(recall)
  await world.approve(asked)
  expect(await world.statusOf(buy)).toBe('payment_received')
})

test('a credit that the bank stops reporting as a payment after a buy has it is blocked', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 22_000)
  const line = world.paymentOf(account, 2_200_000n, account.payer)
  const [credit = ''] = await world.record(account, [line])
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('payment_received')
  await world.record(account, [{ ...line, kind: 'unclear' }])
  const { rows } = await pool.query<{ held: boolean }>('select transaction_has_lien($1) as held', [buy])
  expect(rows).toEqual([{ held: true }])
  const recall = await world.caseOf(credit, 'recall')
  expect((await world.propose(recall)).resolution).toEqual({ action: 'lift_lien' })
  await world.approve(recall)
  const { rows: after } = await pool.query<{ held: boolean }>('select transaction_has_lien($1) as held', [
    buy,
  ])
  expect(after).toEqual([{ held: false }])
})

test('after all of this the checks find nothing', async () => {
  expect(await world.findings()).toEqual([])
})
