import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { createPayoutDesk } from '../../../test/payout-desk.ts'
import { newId, parseId } from '../../kernel/ids/ids.ts'
import { cancelMove, selectMoves, settleTokenMoves } from '../../movements/treasury/move-store.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { requestChange } from '../cases/propose-resolution.ts'

const world = await createDecidingWorld()
const { owner, worker, clock } = world
const desk = createPayoutDesk({ owner, worker, clock })
let collects: Awaited<ReturnType<typeof world.openAccount>>
let pays = ''

beforeAll(async () => {
  collects = await world.openAccount()
  pays = await desk.openAccount()
  await desk.round(pays)
})
afterAll(world.close)

async function decide(resolution: Resolution): Promise<string> {
  const facts = { subject: newId() }
  const change = { mode: 'test', facts, summary: 'a test', resolution } as const
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    { operatorId: world.bisi, reason: 'a test', change },
  )
  await world.approve(caseId)
  return parseId('case', caseId) ?? ''
}
const decideNaira = async (naira: number) =>
  decide({
    action: 'move_naira',
    from_account: collects.id,
    from: collects.number,
    to_account: pays,
    to: 'test:paystack:main',
    amount_minor: String(naira * 100),
  })
const arrives = async (naira: number) => {
  desk.payer.book(pays, { direction: 'credit', amountMinor: BigInt(naira) * 100n, kind: 'funding' })
  clock.advance(60_000)
  await desk.round(pays)
}
const stateOf = async (id: string) => (await selectMoves(owner)).find((move) => move.id === id)?.state
const sum = async (kind: string, of: string, asset = 'NGN'): Promise<bigint> => {
  const { rows } = await owner.query<{ sum: string }>(
    `select coalesce((select amount_minor from balance where owner = $2 and kind = $1::account_kind and asset = $3::asset),
       account_sum('test', $1::account_kind, $2, $3::asset))::text as sum`,
    [kind, of, asset],
  )
  return BigInt(rows[0]?.sum ?? '0')
}
const books = async () => ({
  collected: await sum('bank', collects.id),
  paying: await sum('payout_bank', pays),
  transit: await sum('transit', ''),
  suspense: await sum('suspense', ''),
  capital: await sum('capital', ''),
})
const openCases = async () => {
  const { rows } = await owner.query<{ kind: string }>(
    `select kind from case_file where state <> 'resolved' order by kind::text`,
  )
  return rows.map(({ kind }) => kind)
}
const isFrozen = async () => {
  const { rows } = await owner.query<{ state: string }>('select state from vendor_account where id = $1', [
    collects.id,
  ])
  return rows[0]?.state === 'frozen'
}

test('naira that two operators move is in transit between its two lines, and no account is frozen', async () => {
  const before = await books()
  const id = await decideNaira(5_000)
  expect(await stateOf(id)).toBe('expected')
  expect(await books()).toEqual(before)
  await world.loseMoney(collects, 5_000)
  expect(await stateOf(id)).toBe('in_transit')
  expect(await books()).toEqual({
    ...before,
    collected: before.collected - 500_000n,
    transit: before.transit + 500_000n,
  })
  await arrives(5_000)
  expect(await stateOf(id)).toBe('done')
  expect(await books()).toEqual({
    ...before,
    collected: before.collected - 500_000n,
    paying: before.paying + 500_000n,
  })
  expect(await openCases()).toEqual([])
  expect(await isFrozen()).toBe(false)
  expect(await world.findings()).toEqual([])
})

test('a second debit of the same amount is unexplained', async () => {
  const other = await world.openAccount()
  await world.loseMoney(other, 5_000)
  expect(await openCases()).toEqual(['unexplained_debit'])
  await owner.query(
    `select close_case(id, '{"action": "keep", "reason": "a test"}', $1) from case_file where kind = 'unexplained_debit' and state <> 'resolved'`,
    [clock.now()],
  )
})

test('an arrival that is recorded before the departure belongs to the same move', async () => {
  const before = await books()
  const id = await decideNaira(6_000)
  await arrives(6_000)
  expect(await stateOf(id)).toBe('in_transit')
  await world.loseMoney(collects, 6_000)
  expect(await stateOf(id)).toBe('done')
  expect(await books()).toEqual({
    ...before,
    collected: before.collected - 600_000n,
    paying: before.paying + 600_000n,
  })
  expect(await openCases()).toEqual([])
})

test('a decision explains a move that happened before it', async () => {
  const before = await books()
  await arrives(7_000)
  expect(await openCases()).toEqual(['payout_unexplained'])
  await world.loseMoney(collects, 7_000)
  expect(await isFrozen()).toBe(true)
  const id = await decideNaira(7_000)
  expect(await stateOf(id)).toBe('done')
  expect(await openCases()).toEqual([])
  expect(await books()).toEqual({
    ...before,
    collected: before.collected - 700_000n,
    paying: before.paying + 700_000n,
  })
})

test('a funding that is booked after its line was read explains the line, and is not booked twice', async () => {
  const before = await books()
  await arrives(8_000)
  expect(await books()).toEqual({
    ...before,
    paying: before.paying + 800_000n,
    suspense: before.suspense + 800_000n,
  })
  const fund = async () =>
    owner.query(`select fund_payout_account($1, $2, 800000, 'a test', 'system:test', $3)`, [
      newId(),
      pays,
      clock.now(),
    ])
  await fund()
  const after = { ...before, paying: before.paying + 800_000n, capital: before.capital + 800_000n }
  expect(await books()).toEqual(after)
  expect(await openCases()).toEqual([])
  // A second funding of the same amount needs a line of its own.
  await fund()
  await arrives(8_000)
  expect(await books()).toEqual({
    ...after,
    paying: after.paying + 800_000n,
    capital: after.capital + 800_000n,
  })
  expect(await openCases()).toEqual([])
  expect(await world.findings()).toEqual([])
})

test('a move without any line can be cancelled; a later debit is then unexplained', async () => {
  const id = await decideNaira(9_000)
  const cancelled = async (of: string) =>
    cancelMove(owner, { id: of, by: world.bisi, reason: 'a test', at: clock.now() })
  expect(await cancelled(id)).toBe(true)
  expect(await stateOf(id)).toBe('cancelled')
  const other = await decideNaira(9_500)
  await world.loseMoney(collects, 9_500)
  expect(await cancelled(other)).toBe(false)
  await world.loseMoney(collects, 9_000)
  expect(await openCases()).toEqual(['unexplained_debit'])
  expect(await world.findings()).toEqual([])
})

test('tokens moved between lanes are booked when the chain shows them in both wallets', async () => {
  const lanes = [newId(), newId()] as const
  for (const [at, lane] of lanes.entries()) {
    await owner.query(`select open_lane($1, 'test', 'Polygon', $2, $3, 0, $4)`, [
      lane,
      at + 1,
      `0x0${at}`,
      clock.now(),
    ])
  }
  await owner.query(
    `select post_entry(uuidv7(), 'test', null, 'test', $1, '{float}', '{Polygon:1}', '{capital}', '{""}', '{NGNC}', '{1000000}')`,
    [clock.now()],
  )
  const shows = async (first: number, second: number): Promise<void> => {
    for (const [at, naira] of [first, second].entries()) {
      await owner.query(`select note_reading($1, take_lane($1, 'a test', $3, 10000), $2, 5, 1, $3)`, [
        lanes[at],
        naira * 100,
        clock.now(),
      ])
      await owner.query('update lane set lease_until = null where id = $1', [lanes[at]])
    }
  }
  const floats = async () => [
    await sum('float', 'Polygon:1', 'NGNC'),
    await sum('float', 'Polygon:2', 'NGNC'),
  ]
  await shows(10_000, 0)
  const id = await decide({
    action: 'move_tokens',
    from_lane: lanes[0],
    from: 'test:Polygon:1',
    to_lane: lanes[1],
    to: 'test:Polygon:2',
    amount_minor: '400000',
  })
  expect(await settleTokenMoves(worker, clock.now())).toBe(0)
  clock.advance(30_000)
  await shows(6_000, 0)
  expect(await settleTokenMoves(worker, clock.now())).toBe(0)
  await shows(6_000, 4_000)
  expect(await settleTokenMoves(worker, clock.now())).toBe(1)
  expect(await floats()).toEqual([600_000n, 400_000n])
  expect(await stateOf(id)).toBe('done')
  expect(await settleTokenMoves(worker, clock.now())).toBe(0)
  expect(await world.findings()).toEqual([])
})

test('gas given to a sweeper is booked by two operators, and never more than the chain shows', async () => {
  const topUp = async (units: string) =>
    decide({ action: 'top_up_sweeper', network: 'Polygon', gas_units: units })
  await expect(topUp('5')).rejects.toThrow(/was not read within the last minute/)
  await owner.query(
    `select note_sweeper('test', 'Polygon', take_sweeper('test', 'Polygon', '0x0a', 'a test', 10000), 7, $1)`,
    [clock.now()],
  )
  await expect(topUp('8')).rejects.toThrow(/only that much above the ledger/)
  await topUp('7')
  expect(await sum('gas', 'Polygon:sweeper', 'POL')).toBe(7n)
  expect(await world.findings()).toEqual([])
})
