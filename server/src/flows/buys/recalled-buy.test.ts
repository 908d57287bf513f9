import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { receivable } from '../../../test/ledger-accounts.ts'
import { held } from '../../records/ledger/account.ts'
import { readBalance, sumAccount } from '../../records/ledger/ledger-store.ts'

const world = await createClearingWorld()
const { owner, worker, clock } = world

beforeAll(async () => {
  await world.openLane(1)
})
afterAll(world.close)

/** Recalls the credit that a buy was paid with. */
async function takeBack(account: Parameters<typeof world.paymentOf>[0], lineId: string): Promise<void> {
  const { rows } = await owner.query<{ external_id: string; gross: string }>(
    `select r.external_id, r.gross_minor as gross from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
     where s.line_id = $1`,
    [lineId],
  )
  const [paid] = rows
  const { sessionId: _, ...debit } = world.paymentOf(account, BigInt(paid?.gross ?? 0), {}, 'RECALL')
  await world.record(account, [
    {
      ...debit,
      direction: 'debit',
      kind: 'recall',
      externalId: `${paid?.external_id}:reversed`,
      undoesExternalId: paid?.external_id ?? '',
    },
  ])
}

const owedBy = async (shop: string) => (await sumAccount(worker, 'test', receivable(shop), 'NGN')).minor
const heldBy = async (buy: string) => (await readBalance(worker, 'test', held(buy), 'NGN')).minor

test('a recalled buy that waits for its lane is not sent', async () => {
  const { shop, account, buy, lineId } = await world.receive(20_000)
  await world.advance(buy)
  expect(await world.deliveryOf(buy)).toBeDefined()
  await takeBack(account, lineId)
  expect([await world.statusOf(buy), await world.deliveryOf(buy)]).toEqual(['recalled', undefined])
  expect([await heldBy(buy), await owedBy(shop)]).toEqual([0n, 0n])
})

test('a recalled buy under review has no open case', async () => {
  const { account, buy, lineId } = await world.receive(20_000, {}, { dailyLimitMinor: 1n })
  await world.advance(buy)
  await takeBack(account, lineId)
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['recalled', []])
})

test('a recalled buy that was credited to a balance becomes a debt of the business', async () => {
  const { shop, account, buy, lineId } = await world.receive(20_000, { wallet: null })
  await world.advance(buy)
  await takeBack(account, lineId)
  expect([await world.statusOf(buy), await owedBy(shop)]).toEqual(['recalled', 20_000_00n])
})

test('a lien that is placed while a buy is being cleared keeps its naira out of the balance', async () => {
  const { buy, lineId } = await world.receive(20_000, { wallet: null })
  const other = await owner.connect()
  await other.query('begin')
  await other.query(`select place_lien($1, null, 'system:test', 'somebody asks for it', $2)`, [
    lineId,
    clock.now(),
  ])
  const clearing = world.advance(buy)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await other.query('commit')
  other.release()
  await clearing
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await heldBy(buy)).toBe(20_000_00n)
})

test('a buy whose transfer is open keeps its credit under a lien, whatever its status says', async () => {
  const lane = await world.openLane(2)
  await owner.query(
    `select post_entry(uuidv7(), 'test', null, 'test', $1, array['float']::account_kind[], array['Polygon:2'],
       array['capital']::account_kind[], array[''], array['NGNC']::asset[], array[100000000]::positive_minor[])`,
    [clock.now()],
  )
  const { shop, account, buy, lineId } = await world.receive(20_000)
  await world.advance(buy)
  await owner.query('update delivery set lane_id = $2 where transaction_id = $1', [buy, lane])
  const { rows } = await owner.query(`select take_lane($1, 'a test', $2, 60000) as fence`, [
    lane,
    clock.now(),
  ])
  const { fence } = rows[0]
  await owner.query('select check_lane($1, $2, 0, 0, $3)', [lane, fence, clock.now()])
  await owner.query('select note_reading($1, $2, 100000000, 100000, 1, $3)', [lane, fence, clock.now()])
  const opened = await owner.query('select * from open_transfers($1, $2, 50, $3)', [lane, fence, clock.now()])
  expect(opened.rowCount).toBe(1)

  await takeBack(account, lineId)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.casesOf(lineId)).toEqual(['recall'])
  expect(await owedBy(shop)).toBe(0n)
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
