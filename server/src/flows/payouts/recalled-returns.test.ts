import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeBackWaiting } from '../../../test/account-work.ts'
import { receivable } from '../../../test/ledger-accounts.ts'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { createReturnWorld } from '../../../test/return-world.ts'
import { type AccountKey, suspense } from '../../records/ledger/account.ts'
import { sumAccount } from '../../records/ledger/ledger-store.ts'

const loss = { kind: 'expense', owner: 'loss' } as const satisfies AccountKey

let world: Awaited<ReturnType<typeof createReturnWorld>>
let accounts: string[]
let before: readonly [lost: bigint, inSuspense: bigint]

const sumOf = async (key: AccountKey) => (await sumAccount(world.worker, 'test', key, 'NGN')).minor
const since = async () => [(await sumOf(loss)) - before[0], (await sumOf(suspense)) - before[1]]

beforeAll(async () => {
  world = await createReturnWorld()
})

beforeEach(async () => {
  accounts = [await world.openAccount('paystack')]
  before = [await sumOf(loss), await sumOf(suspense)]
})

afterEach(async () => world.endTest())

afterAll(async () => {
  await world.close()
})

const paymentsOf = (id: string) => world.payer.payments.filter(({ transactionId }) => transactionId === id)
const hasLien = async (lineId: string) =>
  (await world.owner.query('select from credit_lien where line_id = $1 and lifted_at is null', [lineId]))
    .rowCount === 1

/** A payer pays ₦4,000 for a buy, and ₦2 too much, which is returned. */
async function overpay(from: WorldAccount) {
  const shop = await world.openBusiness(1_000_000)
  const buyId = await world.claim(shop, from, 4_000)
  const lineId = await world.pay(from, 4_002)
  const give = await world.ask(from, lineId, 'unmatched')
  await world.propose(give, { action: 'allocate', transaction_id: buyId, amount_minor: '400000' })
  await world.approve(give)
  const { id } = await world.returnRest(from, lineId)
  return { shop, buyId, lineId, id }
}

test('a credit is taken back although its excess was returned, and what was returned is our loss', async () => {
  const from = await world.openCollection()
  const { buyId, lineId, id } = await overpay(from)
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  await world.recall(from, lineId)
  expect([await world.statusOf(buyId), await world.held(buyId)]).toEqual(['recalled', []])
  expect(await since()).toEqual([2_00n, 0n])
  expect([await hasLien(lineId), await world.statusOf(id)]).toEqual([false, 'refunded'])
  expect(await world.casesOf(id)).toEqual(['recall'])
})

test('if the payment of the excess comes back after the recall, the loss is undone and nothing is paid again', async () => {
  const from = await world.openCollection()
  const { lineId, id } = await overpay(from)
  await world.settle(accounts, id, 4)
  await world.recall(from, lineId)
  const [payment] = paymentsOf(id)
  if (payment === undefined) throw new Error('nothing was paid')
  world.payer.end(payment, 'reversed')
  world.payer.giveBack(payment)
  await world.settle(accounts, id, 4)
  expect([await world.statusOf(id), await world.held(id), paymentsOf(id).length]).toEqual(['recalled', [], 1])
  expect(await since()).toEqual([0n, 0n])
  expect(await world.casesOf(id)).toEqual([])
})

test('a return that was not sent yet ends when the bank takes its credit back', async () => {
  const from = await world.openCollection()
  const { id, lineId } = await world.returnCredit(from, 7_000)
  expect(await world.legsOf(id)).toEqual(['queued'])
  await world.recall(from, lineId)
  expect([await world.statusOf(id), await world.held(id), await hasLien(lineId)]).toEqual([
    'recalled',
    [],
    false,
  ])
  await world.settle(accounts, id, 4)
  expect(paymentsOf(id)).toEqual([])
  expect([await since(), await world.casesOf(id)]).toEqual([[0n, 0n], []])
})

test('a return under way keeps its credit under a lien until the bank has answered', async () => {
  const from = await world.openCollection()
  const { id, lineId } = await world.returnCredit(from, 7_000)
  for (const account of accounts) await world.round(account)
  expect(await world.legsOf(id)).toEqual(['out'])
  await world.recall(from, lineId)
  expect([await hasLien(lineId), await takeBackWaiting(world.worker, from.id, world.clock.now())]).toEqual([
    true,
    0,
  ])
  await world.settle(accounts, id, 4)
  expect(await world.statusOf(id)).toBe('refunded')
  expect([
    await takeBackWaiting(world.worker, from.id, world.clock.now()),
    await takeBackWaiting(world.worker, from.id, world.clock.now()),
  ]).toEqual([1, 0])
  expect([await hasLien(lineId), await since()]).toEqual([false, [7_000_00n, 0n]])
})

test('a return that operators paid by hand is lost once; a debit that was the recall itself is not', async () => {
  const from = await world.openCollection()
  const { id, returnId, lineId } = await world.returnCredit(from, 7_000)
  await world.payByHand(returnId, from)
  const debit = await world.loseMoney(from, 7_000)
  expect(await world.statusOf(id)).toBe('refunded')
  await world.owner.query('select take_back_credit($1, $2, $3)', [debit, lineId, world.clock.now()])
  expect([await world.statusOf(id), await world.held(id), await since()]).toEqual(['recalled', [], [0n, 0n]])
  // Nobody pays it by hand any more, so a further debit is not explained by it.
  await world.loseMoney(from, 7_000)
  expect(await world.accountState(from.id)).toBe('frozen')
  await world.owner.query(`update vendor_account set state = 'active' where id = $1`, [from.id])
})

test('a refund that was not sent ends with the recall, and its buy is recalled without a debt', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 3_000)
  await world.giveBack(id)
  expect(await world.legsOf(id)).toEqual(['queued'])
  await world.recall(from, await lineOf(id, 3_000))
  expect([await world.statusOf(id), await world.held(id)]).toEqual(['recalled', []])
  await world.settle(accounts, id, 4)
  expect([paymentsOf(id), await since()]).toEqual([[], [0n, 0n]])
})

test('if one of two refunded parts was paid and is recalled, the business owes it, and the other part stays', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 3_000, 5_000)
  world.payer.sends(({ amountMinor }) =>
    amountMinor === 3_000_00n
      ? {}
      : { isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } },
  )
  await world.giveBack(id)
  await world.settle(accounts, id, 8)
  expect((await world.legsOf(id)).toSorted()).toEqual(['paid', 'used_up'])
  await world.recall(from, await lineOf(id, 3_000))
  expect(await sumOf(receivable(await shopOf(id)))).toBe(3_000_00n)
  expect([await world.statusOf(id), await world.held(id)]).toEqual(['recalled', ['500000']])
  expect(await since()).toEqual([0n, 0n])
})

/** The payment that refunds a part of a buy comes back. */
function comeBack(id: string, naira: number): void {
  const payment = paymentsOf(id).find(({ amountMinor }) => amountMinor === BigInt(naira) * 100n)
  if (payment === undefined) throw new Error('nothing was paid')
  world.payer.end(payment, 'reversed')
  world.payer.giveBack(payment)
}

const shopOf = async (id: string) => {
  const { rows } = await world.owner.query<{ shop: string }>(
    'select business_id as shop from transaction where id = $1',
    [id],
  )
  return rows[0]?.shop ?? ''
}

test('if the refund of a recalled buy comes back, the business owes nothing, and nothing stays held', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 3_000)
  await world.giveBack(id)
  await world.settle(accounts, id, 4)
  await world.recall(from, await lineOf(id, 3_000))
  expect(await sumOf(receivable(await shopOf(id)))).toBe(3_000_00n)
  expect(await world.casesOf(id)).toEqual(['recall'])
  comeBack(id, 3_000)
  await world.settle(accounts, id, 4)
  expect([await world.statusOf(id), await world.held(id), paymentsOf(id).length]).toEqual(['recalled', [], 1])
  expect([await sumOf(receivable(await shopOf(id))), await world.casesOf(id)]).toEqual([0n, []])
  expect(await since()).toEqual([0n, 0n])
})

test('if another refund of a recalled buy comes back, it stays held for its payer, and a case asks operators', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 3_000, 5_000)
  await world.giveBack(id)
  await world.settle(accounts, id, 4)
  await world.recall(from, await lineOf(id, 3_000))
  const before = await world.casesOf(id)
  comeBack(id, 5_000)
  await world.settle(accounts, id, 4)
  expect([await world.statusOf(id), await world.held(id)]).toEqual(['recalled', ['500000']])
  expect(await world.casesOf(id)).toHaveLength(before.length + 1)
  expect(await sumOf(receivable(await shopOf(id)))).toBe(3_000_00n)
})

async function lineOf(buyId: string, naira: number): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select line_id as id from allocation where transaction_id = $1 and amount_minor = $2',
    [buyId, naira * 100],
  )
  return rows[0]?.id ?? ''
}
