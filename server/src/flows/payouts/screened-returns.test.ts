import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { createReturnWorld } from '../../../test/return-world.ts'

let world: Awaited<ReturnType<typeof createReturnWorld>>
let accounts: string[]

beforeAll(async () => {
  world = await createReturnWorld()
})

beforeEach(async () => {
  world.listed.clear()
  accounts = [await world.openAccount('paystack')]
})

afterEach(async () => world.endTest())

afterAll(async () => {
  await world.close()
})

/** Returns a payment that nobody needs, as matching does for an excess or a second payment. */
async function returnUnasked(from: WorldAccount, naira: number) {
  const lineId = await world.pay(from, naira)
  await world.owner.query('select return_by_record($1, $2, $3)', [lineId, naira * 100, world.clock.now()])
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from credit_return where line_id = $1',
    [lineId],
  )
  return { lineId, id: rows[0]?.id ?? '' }
}

const settle = async (id: string) => world.settle(accounts, id, 3)
const paymentsOf = (id: string) => world.payer.payments.filter(({ transactionId }) => transactionId === id)
const screenings = async (id: string) =>
  (await world.owner.query('select from screening_result where transaction_id = $1', [id])).rowCount
const whatWaits = async (id: string) => [await world.legsOf(id), paymentsOf(id), await world.casesOf(id)]

/** Two operators find that the hit is another person. */
async function release(id: string): Promise<void> {
  const caseId = await world.caseOf(id, 'screening_hit')
  await world.propose(caseId, { action: 'release' })
  await world.approve(caseId)
}

test('a return without a decision is queued only after its payer was screened, once', async () => {
  const { id } = await returnUnasked(await world.openCollection(), 5_000)
  await world.worker.query('select look_at_buy(t.id, t.version, $2) from transaction t where t.id = $1', [
    id,
    world.clock.now(),
  ])
  for (const account of accounts) await world.round(account)
  expect([await world.legsOf(id), paymentsOf(id)]).toEqual([['due'], []])
  await world.look(id)
  await world.look(id)
  expect([await world.legsOf(id), await screenings(id)]).toEqual([['queued'], 1])
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length]).toEqual(['refunded', 1])
})

test('if the payer may be on a sanctions list, nothing goes back before two operators release it', async () => {
  const from = await world.openCollection()
  world.listed.add(from.payer.name)
  const { id } = await returnUnasked(from, 5_000)
  await settle(id)
  expect(await whatWaits(id)).toEqual([['due'], [], ['screening_hit']])
  await release(id)
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length]).toEqual(['refunded', 1])
})

test('a confirmed match stays with us, and only the bank can take it back', async () => {
  const from = await world.openCollection()
  world.listed.add(from.payer.name)
  const { id, lineId } = await returnUnasked(from, 5_000)
  await world.look(id)
  const caseId = await world.caseOf(id, 'screening_hit')
  await world.propose(caseId, { action: 'freeze_and_report', evidence: 'report 7' })
  await world.approve(caseId)
  await settle(id)
  expect([await world.statusOf(id), await world.held(id), paymentsOf(id)]).toEqual([
    'refunding',
    ['500000'],
    [],
  ])
  await world.recall(from, lineId)
  expect([await world.statusOf(id), await world.held(id)]).toEqual(['recalled', []])
})

test('a return that two operators decided is screened too, and cannot be paid by hand meanwhile', async () => {
  const from = await world.openCollection()
  world.listed.add(from.payer.name)
  const { id } = await world.returnCredit(from, 5_000)
  await settle(id)
  expect(await whatWaits(id)).toEqual([['due'], [], ['screening_hit']])
  await expect(world.payByHand(id, from)).rejects.toThrow(/sanctions list/)
  await release(id)
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length]).toEqual(['refunded', 1])
})

test('a refund of a buy that was never cleared is screened before it is paid', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 5_000)
  world.listed.add(from.payer.name)
  await world.giveBack(id)
  await settle(id)
  expect(await world.statusOf(id)).toBe('refunding')
  expect(await whatWaits(id)).toEqual([['due'], [], ['screening_hit']])
  await release(id)
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length, await screenings(id)]).toEqual(['refunded', 1, 1])
})

test('the person to whom a refund is redirected is screened, although the payer was released', async () => {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 5_000)
  world.listed.add(from.payer.name).add('IBRAHIM MUSA BELLO')
  await world.giveBack(id)
  await release(id)
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  await world.settle(accounts, id, 8)
  expect(await world.statusOf(id)).toBe('refund_failed')
  world.payer.sends(() => ({}))
  await world.redirectFailed(id, { account_number: '0222222222', account_name: 'IBRAHIM MUSA BELLO' })
  await settle(id)
  expect(await whatWaits(id)).toEqual([['due'], [], ['screening_hit']])
  await release(id)
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).map(({ accountNumber }) => accountNumber)]).toEqual([
    'refunded',
    ['0222222222'],
  ])
})
