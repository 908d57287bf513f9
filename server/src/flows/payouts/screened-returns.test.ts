import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { createReturnWorld } from '../../../test/return-world.ts'
import type { Screen } from '../../records/screening/screen.ts'
import { findDriven } from '../../records/transactions/transaction-store.ts'
import { advanceReturn } from './advance-return.ts'

let world: Awaited<ReturnType<typeof createReturnWorld>>
let account: string
const listed = new Set<string>()
const screen: Screen = {
  list: undefined,
  screen: (subjects) =>
    subjects
      .filter(({ text }) => listed.has(text))
      .map((subject) => ({ subject, list: 'test', entry: '7', listed: subject.text })),
}

beforeAll(async () => {
  world = await createReturnWorld()
})

beforeEach(async () => {
  listed.clear()
  account = await world.openAccount('paystack')
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

async function drive(id: string): Promise<void> {
  const driven = await findDriven(world.worker, id)
  if (driven === undefined) throw new Error('there is no such return')
  await advanceReturn({ pool: world.worker, screen }, driven, world.clock.now())
}

async function settle(id: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    world.clock.advance(11 * 60_000)
    await drive(id)
    await world.round(account)
    world.payer.settle('success')
  }
}

const paymentsOf = (id: string) => world.payer.payments.filter(({ transactionId }) => transactionId === id)
const screenings = async (id: string) =>
  (await world.owner.query('select from screening_result where transaction_id = $1', [id])).rowCount

test('a return without a decision is queued only after its payer was screened, once', async () => {
  const { id } = await returnUnasked(await world.openCollection(), 5_000)
  await world.look(id)
  await world.round(account)
  expect([await world.legsOf(id), paymentsOf(id)]).toEqual([['due'], []])
  await drive(id)
  await drive(id)
  expect([await world.legsOf(id), await screenings(id)]).toEqual([['queued'], 1])
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length]).toEqual(['refunded', 1])
})

test('if the payer may be on a sanctions list, nothing goes back before two operators release it', async () => {
  const from = await world.openCollection()
  listed.add(from.payer.name)
  const { id } = await returnUnasked(from, 5_000)
  await settle(id)
  expect([await world.legsOf(id), paymentsOf(id), await world.casesOf(id)]).toEqual([
    ['due'],
    [],
    ['screening_hit'],
  ])
  const caseId = await world.caseOf(id, 'screening_hit')
  await world.propose(caseId, { action: 'release' })
  await world.approve(caseId)
  await settle(id)
  expect([await world.statusOf(id), paymentsOf(id).length]).toEqual(['refunded', 1])
})

test('a confirmed match stays with us, and only the bank can take it back', async () => {
  const from = await world.openCollection()
  listed.add(from.payer.name)
  const { id, lineId } = await returnUnasked(from, 5_000)
  await drive(id)
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
