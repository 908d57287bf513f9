import { inspect } from 'node:util'
import { asTenant } from '@afara/server/kernel/postgres/pool.ts'
import { holdLane } from '@afara/server/movements/transfers/hold-lane-store.ts'
import { checkLane, noteReading } from '@afara/server/movements/transfers/lane-store.ts'
import {
  finishTransfers,
  openTransfers,
  storeSigned,
} from '@afara/server/movements/transfers/transfer-store.ts'
import { readOwnTimeline, readTimeline } from '@afara/server/records/transactions/timeline/timeline.ts'
import type { Timeline } from '@afara/server/records/transactions/timeline/timeline-step.ts'
import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../clearing-world.ts'
import { createDeliveryWorld } from '../delivery-world.ts'

const holding = await createClearingWorld()
const delivering = await createDeliveryWorld()
const MINUTE = 60_000

afterAll(async () => {
  await holding.close()
  await delivering.close()
})

type World = Pick<typeof holding, 'api'>

const ownTimeline = async ({ api }: World, businessId: string, id: string, mode: 'test' | 'live' = 'test') =>
  asTenant(api, { businessId, mode }, async (sql) => readOwnTimeline(sql, id))

/** Removes the values that are unique to a transaction. */
const shapeOf = (timeline: Timeline | undefined) => ({
  ...timeline,
  expectedBy: timeline?.expectedBy !== null,
  steps: timeline?.steps.map(({ event, status, sentence, holder, evidence }) => ({
    event,
    status,
    sentence,
    holder,
    evidence: evidence.map(({ kind }) => kind),
  })),
})

test('a buy that is delivered shows its credit, its transfer and its hash to its business and to nobody else', async () => {
  const { clock, worker, business } = delivering
  const { id: laneId } = await delivering.openLane()
  const [buy = ''] = await delivering.clear(1)
  const held = await holdLane(worker, { laneId, holder: 'test', at: clock.now(), leaseMs: MINUTE })
  if (held === undefined) throw new Error('the lane is there and free')
  await checkLane(worker, held, { chainLatest: 0n, businesses: [], journalNext: 0n, at: clock.now() })
  const plenty = { tokensMinor: 10n ** 12n, gasUnits: 10n ** 20n, gasEachUnits: 1n }
  await noteReading(worker, held, { ...plenty, at: clock.now() })
  const [transfer] = await openTransfers(worker, held, 50, clock.now())
  const transferId = transfer?.transferId ?? ''
  const terms = { maxFeePerGas: '2', maxPriorityFeePerGas: '1', gas: '60000' }
  clock.advance(50)
  const signed = { transferId, kind: 'pay' as const, raw: Buffer.from('02'), hash: '0xabc', terms }
  await storeSigned(worker, held, [signed], clock.now())
  expect(await ownTimeline(delivering, business, buy)).toMatchObject({
    status: 'sending',
    holder: 'in flight',
  })
  clock.advance(5_000)
  const end = {
    transferId,
    state: 'final_ok' as const,
    hash: '0xabc',
    evidence: { block: '7' },
    gasUnits: 40n,
  }
  await finishTransfers(worker, held, [end], clock.now())

  const timeline = await ownTimeline(delivering, business, buy)
  expect(timeline).toMatchObject({ status: 'completed', holder: 'recipient', expectedBy: null })
  expect(timeline?.steps.map(({ event }) => event)).toEqual([
    'accepted',
    'credit_seen',
    'paid_in_full',
    'checks_passed',
    'transfer_opened',
    'transfer_signed',
    'handed_over',
    'transfer_final',
  ])
  expect(timeline?.steps.at(-1)?.evidence).toEqual([
    { kind: 'transfer', id: `trf_${transferId.replaceAll('-', '')}` },
    { kind: 'hash', id: '0xabc', network: 'Polygon' },
  ])
  expect(timeline?.steps[2]?.evidence.map(({ kind }) => kind)).toEqual(['credit', 'session'])
  expect(await ownTimeline(delivering, await delivering.openBusiness(), buy)).toBeUndefined()
  expect(await ownTimeline(delivering, business, buy, 'live')).toBeUndefined()
  expect(await readOwnTimeline(delivering.api, buy)).toBeUndefined()
})

test('a sanctions hold looks to the business like a limit hold, and operators see the difference', async () => {
  await holding.openLane(1)
  const suspect = await holding.receive(20_000)
  holding.listed.add(suspect.account.payer.name)
  await holding.advance(suspect.buy)
  holding.listed.clear()
  const shop = await holding.openBusiness()
  await holding.limit(shop, 'velocity_hour_minor', 1)
  const large = await holding.receive(20_000, {}, { shop })
  await holding.advance(large.buy)

  const [one, other] = [
    await ownTimeline(holding, suspect.shop, suspect.buy),
    await ownTimeline(holding, shop, large.buy),
  ]
  expect(one?.status).toBe('on_hold')
  expect(shapeOf(one)).toEqual(shapeOf(other))
  expect(inspect(one, { depth: null })).not.toMatch(/list|screen|sanction|cas_/i)

  const known = await readTimeline(holding.owner, suspect.buy)
  expect(known?.steps.map(({ event }) => event)).toEqual([
    'accepted',
    'credit_seen',
    'paid_in_full',
    'screened',
    'check_failed',
    'case_opened',
  ])
  expect(known?.steps.at(-1)).toMatchObject({
    sentence: 'A case was opened: screening_hit.',
    evidence: [{ kind: 'case', id: expect.stringMatching(/^cas_/) }],
  })
})

test('facts for operators cannot be read by the api', async () => {
  const { buy } = await holding.receive(20_000)
  await expect(readTimeline(holding.api, buy)).rejects.toThrow('permission denied')
})

test('operators see that a buy is frozen', async () => {
  const { shop, buy } = await holding.receive(20_000)
  await holding.owner.query('select place_freeze($1, $2, $3, $4, $5)', [
    'business',
    shop,
    'a letter came',
    'system:test',
    holding.clock.now(),
  ])
  expect(await readTimeline(holding.owner, buy)).toMatchObject({
    frozen: 'the business is frozen: a letter came',
  })
  expect(await ownTimeline(holding, shop, buy)).toMatchObject({ frozen: null })
})
