import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld, polygonWallet } from '../../../test/clearing-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { closeOutlivedCases } from '../../records/cases/case-store.ts'
import { placeLien } from '../../records/cases/credit-fund-store.ts'

const world = await createClearingWorld()
const { owner: pool, clock } = world
const HOUR = 3_600_000
let lane = ''

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterAll(world.close)

const payer = (account: { payer: { name: string } }) => account.payer.name

/** Marks these buys as accepted over the daily limit of the business. */
async function overLimit(shop: string, buys: readonly string[]) {
  await world.limit(shop, 'daily_limit_minor', 1)
  await pool.query(`update buy set needs = '{daily_limit}' where transaction_id = any ($1)`, [buys])
}

/** Receives a buy that is held by the sanctions list or by the limit of its business. */
async function held(kind: 'screening_hit' | 'over_limit', naira = 20_000, more = {}) {
  const received = await world.receive(naira, more)
  if (kind === 'screening_hit') world.listed.add(payer(received.account))
  else await overLimit(received.shop, [received.buy])
  await world.advance(received.buy)
  world.listed.clear()
  expect(await world.statusOf(received.buy)).toBe('on_hold')
  return { ...received, caseId: await world.caseOf(received.buy, kind) }
}

/** Receives a buy whose transfer the network refused. Moves the status directly, without a chain; other tests cover the chain. */
async function failed(naira = 20_000) {
  const received = await world.receive(naira)
  await world.advance(received.buy)
  await pool.query('delete from delivery where transaction_id = $1', [received.buy])
  for (const event of ['transfer_signed', 'transfer_dead']) {
    await pool.query(
      `select move_transaction(id, version, $2, '{}', $3, null) from transaction where id = $1`,
      [received.buy, event, clock.now()],
    )
  }
  await world.advance(received.buy)
  return { ...received, caseId: await world.caseOf(received.buy, 'send_failed') }
}

const returnsOf = async (buy: string) => {
  const { rows } = await pool.query<{ line_id: string; amount_minor: string; account_number: string }>(
    'select line_id, amount_minor, account_number from credit_return where transaction_id = $1',
    [buy],
  )
  return rows
}

test('the worker cannot release a buy, and cannot clear one without the screening function', async () => {
  const { buy } = await held('screening_hit')
  const { buy: fresh } = await world.receive(20_000)
  const tryToMove = async (id: string, event: string) =>
    world.worker.query(
      `select from transaction t, move_transaction(t.id, t.version, $2, '{}', $3, null) where t.id = $1`,
      [id, event, clock.now()],
    )
  await expect(tryToMove(buy, 'released')).rejects.toThrow('permission denied')
  await expect(tryToMove(fresh, 'checks_passed')).rejects.toThrow('permission denied')
  expect([await world.statusOf(buy), await world.statusOf(fresh)]).toEqual(['on_hold', 'payment_received'])
  await world.advance(fresh)
})

test('a buy held by a false match continues after two operators release it, with the amount and wallet they saw', async () => {
  const { buy, caseId } = await held('screening_hit')
  const { resolution } = await world.propose(caseId, { action: 'release' })
  expect(resolution).toEqual({ action: 'release', amount_minor: '2000000', ...polygonWallet })
  await expect(world.approve(caseId, world.bisi)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.deliveryOf(buy)).toMatchObject({ lane_id: lane, amount_minor: '2000000' })
  expect(await world.findings()).toEqual([])
})

test('a release without a wallet ends in the balance of the business', async () => {
  const { buy, caseId } = await held('over_limit', 15_000, { wallet: null })
  await world.propose(caseId, { action: 'release' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.findings()).toEqual([])
})

test('money held by the sanctions list is not returned, by this case, any other case or manually', async () => {
  const { buy, account, lineId, caseId } = await held('screening_hit')
  await expect(world.propose(caseId, { action: 'reject' })).rejects.toMatchObject({
    code: 'resolution_invalid',
  })
  const other = await world.ask(account, lineId, 'over_limit', buy)
  await expect(world.propose(other, { action: 'reject' })).rejects.toThrow(/sanctions list/)
  await expect(
    pool.query(
      `update case_file set state = 'awaiting_approval', resolution = '{"action": "reject"}', seen = '{}', proposed_by = $2,
         version = version + 1 where 'cas_' || replace(id::text, '-', '') = $1`,
      [caseId, world.bisi],
    ),
  ).rejects.toMatchObject({ constraint: 'case_file_sanctions' })
  await expect(
    pool.query(
      `insert into credit_return (id, mode, line_id, case_id, amount_minor, account_number, decided_at)
       select $1, mode, $2, id, 1, '0123456789', now() from case_file where 'cas_' || replace(id::text, '-', '') = $3`,
      [newId(), lineId, caseId],
    ),
  ).rejects.toMatchObject({ code: 'AF044' })
  expect(await world.statusOf(buy)).toBe('on_hold')
  await world.propose(other, { action: 'release' })
  await world.approve(other)
  expect(await world.statusOf(buy)).toBe('on_hold')
  await world.propose(caseId, { action: 'release' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('a rejected buy over the limit is returned in full to its payer, and a case asks an operator to pay it', async () => {
  const { buy, lineId, account, caseId } = await held('over_limit')
  await world.propose(caseId, { action: 'reject' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await returnsOf(buy)).toEqual([
    { line_id: lineId, amount_minor: '2000000', account_number: account.payer.accountNumber },
  ])
  expect(await world.heldBy(buy)).toBe('2000000')
  const due = await world.caseOf(buy, 'refund_due')
  await expect(world.propose(due, { action: 'dismiss' })).rejects.toThrow(/--redirect/)
  expect(await world.findings()).toEqual([])
})

test('a failed send is retried', async () => {
  const { buy, caseId } = await failed()
  expect((await world.propose(caseId)).resolution).toEqual({ action: 'retry_send' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('send_failed')
  expect(await world.deliveryOf(buy)).toMatchObject({ lane_id: lane })
})

test('a failed send is refunded, and no lane has it any more', async () => {
  const { buy, caseId } = await failed()
  await world.propose(caseId, { action: 'retry_send' })
  await world.approve(caseId)
  await pool.query(
    `select open_case($1, 'test', 'send_failed', null, null, $2, null, 'asked again', '{}', null, $3, $3)`,
    [newId(), buy, clock.now()],
  )
  const second = await world.caseOf(buy, 'send_failed')
  await world.propose(second, { action: 'return_all' })
  await world.approve(second)
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await world.deliveryOf(buy)).toBeUndefined()
})

test('of two concurrent decisions about one buy, one is refused', async () => {
  const { buy, caseId } = await failed()
  await pool.query(
    `select open_case($1, 'test', 'signer_refused', null, null, $2, null, 'asked besides', '{}', null, $3, $3)`,
    [newId(), buy, clock.now()],
  )
  const other = await world.caseOf(buy, 'signer_refused')
  await world.propose(caseId, { action: 'retry_send' })
  await world.propose(other, { action: 'return_all' })
  const outcomes = await Promise.allSettled([world.approve(caseId), world.approve(other)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const status = await world.statusOf(buy)
  expect((await world.deliveryOf(buy)) === undefined).toBe(status === 'refunding')
  expect((await returnsOf(buy)).length).toBe(status === 'refunding' ? 1 : 0)
})

test('an undeliverable buy is fixed and checked again, or refunded', async () => {
  const { buy } = await world.receive(12_000, { wallet: { network: 'Stellar', address: 'GABC' } })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('action_required')
  const caseId = await world.caseOf(buy, 'cannot_deliver')
  await expect(world.propose(caseId, { action: 'release' })).rejects.toThrow(/is action_required/)
  await world.propose(caseId, { action: 'fix' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('payment_received')
  await world.advance(buy)
  const again = await world.caseOf(buy, 'cannot_deliver')
  await world.propose(again)
  await world.approve(again)
  expect(await world.statusOf(buy)).toBe('refunding')
})

test('a buy under a lien cannot be decided', async () => {
  const { buy, lineId, caseId } = await held('over_limit')
  await world.propose(caseId, { action: 'release' })
  await placeLien(pool, { lineId, operatorId: world.chidi, reason: 'the bank wrote', at: clock.now() })
  await expect(world.approve(caseId)).rejects.toThrow(/under a lien/)
  expect(await world.statusOf(buy)).toBe('on_hold')
})

test('a buy stopped by a lien continues when the lien is lifted and two operators release it', async () => {
  const { buy, lineId } = await world.receive(9_000)
  await world.advance(buy)
  await placeLien(pool, { lineId, operatorId: world.chidi, reason: 'the bank wrote', at: clock.now() })
  await pool.query(`select stop_delivery($1, 'recall', 'a credit is under a lien', '{}', $2)`, [
    buy,
    clock.now(),
  ])
  const stopped = await world.caseOf(buy, 'recall')
  await world.propose(stopped, { action: 'release' })
  await expect(world.approve(stopped)).rejects.toThrow(/under a lien/)
  const recall = await world.caseOf(lineId, 'recall')
  await world.propose(recall, { action: 'lift_lien' })
  await world.approve(recall)
  await world.approve(stopped)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.deliveryOf(buy)).toBeDefined()
})

test('a release without an active lane is refused, and the message says what to do first', async () => {
  const { buy, caseId } = await held('over_limit')
  await world.propose(caseId, { action: 'release' })
  await pool.query('select stop_lane($1, $2, $3, $4, $5)', [
    lane,
    'draining',
    world.bisi,
    'a test',
    clock.now(),
  ])
  await expect(world.approve(caseId)).rejects.toThrow(/no active lane on Polygon in test mode/)
  expect(await world.statusOf(buy)).toBe('on_hold')
  await pool.query('select move_lane($1, $2, null, $3)', [lane, 'active', clock.now()])
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('operators decide while the same account is matched and the same buys are driven, without a deadlock', async () => {
  const shop = await world.openBusiness()
  const account = await world.openAccount()
  const buys: string[] = []
  for (let at = 0; at < 6; at += 1) {
    buys.push(await world.claim(shop, account, 7_000 + at, { wallet: polygonWallet }))
    await world.pay(account, 7_000 + at)
  }
  await overLimit(shop, buys)
  await world.match(account)
  const cases: string[] = []
  for (const buy of buys) {
    await world.advance(buy)
    cases.push(await world.caseOf(buy, 'over_limit'))
  }
  for (const caseId of cases) await world.propose(caseId, { action: 'release' })
  clock.advance(25 * HOUR)
  for (let at = 0; at < 6; at += 1) {
    await world.claim(shop, account, 8_000 + at, { wallet: polygonWallet })
    await world.pay(account, 8_000 + at)
  }
  const outcomes = await Promise.allSettled([
    ...cases.map(async (caseId) => world.approve(caseId)),
    ...buys.map(async (buy) => world.advance(buy)),
    world.match(account),
    closeOutlivedCases(world.worker, clock.now()),
  ])
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(reasons).toEqual([])
  for (const buy of buys) expect(await world.statusOf(buy)).toBe('cleared')
})

test('a case about a buy that has moved on closes automatically', async () => {
  const second = await held('over_limit')
  await world.propose(second.caseId, { action: 'release' })
  await world.approve(second.caseId)
  expect(await world.casesOf(second.buy)).toEqual([])
  await pool.query(
    `select open_case($1, 'test', 'overdue', null, null, $2, null, 'old', '{"status": "on_hold"}', null, $3, $3)`,
    [newId(), second.buy, clock.now()],
  )
  expect(await closeOutlivedCases(world.worker, clock.now())).toBeGreaterThanOrEqual(1)
  expect(await world.casesOf(second.buy)).toEqual([])
})
