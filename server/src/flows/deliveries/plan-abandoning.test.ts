import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLaneWorld } from '../../../test/lane-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { JournalLock } from '../../movements/transfers/signer.ts'
import { approveCase } from '../cases/approve-case.ts'
import { requestChange } from '../cases/propose-resolution.ts'
import { planAbandoning } from './plan-abandoning.ts'

const world = await createLaneWorld()
const { owner, clock, evm } = world
const lane = { ...world.lane, mode: 'test', network: 'Polygon' } as const
const people: string[] = []
let paid = ''
let waits = ''
let stuck: string[] = []

/** One buy is delivered, two have unsigned locks and one waits. Then the key is lost. */
beforeAll(async () => {
  for (const name of ['bisi', 'chidi']) {
    const by = { actor: 'system:test', reason: 'a test' }
    people.push((await hireOperator(owner, { email: `${name}@afara.test`, name, ...by })).id)
  }
  ;[paid = ''] = await world.clear(1)
  await world.round()
  await world.settle()
  stuck = await world.clear(2)
  world.theSigner('is gone')
  await world.round().catch(() => {})
  ;[waits = ''] = await world.clear(1)
})
afterAll(world.close)

const plan = async () => planAbandoning({ pool: owner, journal: world.signer }, lane)
const halt = async () =>
  owner.query(`select stop_lane($1, 'halted', $2, 'the key is lost', $3)`, [lane.id, people[0], clock.now()])
const aMinuteLater = async () =>
  owner.query(`update lane set halted_at = halted_at - interval '2 minutes' where id = $1`, [lane.id])
const lockOf = async (buy: string) => BigInt((await world.transfersOf(buy))[0]?.lock ?? '0')

const remembered = async (buy: string, isSigned: boolean): Promise<JournalLock> => ({
  lock: await lockOf(buy),
  rightKey: 'x/test/x/delivery/1',
  transferId: newId(),
  rightId: newId(),
  transactionId: buy,
  to: evm.newWallet(),
  tokensMinor: 1n,
  credits: [],
  attempts: isSigned ? [{ kind: 'pay', raw: new Uint8Array([1]), hash: '0x1' }] : [],
})

/** One operator requests to abandon the lane, and another approves. */
async function abandon(resolution: Awaited<ReturnType<typeof plan>>): Promise<void> {
  const [bisi = '', chidi = ''] = people
  const change = {
    mode: 'test',
    facts: { subject: `abandon:${newId()}` },
    summary: 'give it up',
    resolution,
  } as const
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    { operatorId: bisi, reason: 'the key is lost', change },
  )
  await approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId, operatorId: chidi })
}

test('a lane that is active or was just halted cannot be abandoned', async () => {
  await expect(plan()).rejects.toThrow('is not halted')
  await halt()
  await expect(plan()).rejects.toThrow('less than a minute ago')
  await aMinuteLater()
})

test('a lane cannot be abandoned with a wrong journal, or while one of its locks is signed', async () => {
  await expect(plan()).rejects.toThrow("which is not in the signer's journal")
  world.theJournalSays(0n, [await remembered(paid, true), await remembered(stuck[0] ?? '', true)])
  await expect(plan()).rejects.toThrow(/signed a transaction for lock [0-9]+/)
  world.theJournalSays(0n, [await remembered(paid, true), await remembered(stuck[0] ?? '', false)])
  expect(await plan()).toMatchObject({ action: 'abandon_lane', locks: '2' })
})

test('deliveries that wait for the lane need another active lane', async () => {
  await expect(abandon(await plan())).rejects.toThrow('no other lane of Polygon is active in test mode')
  expect(await world.waitingIn(waits)).toBe(lane.id)
})

test('a proposal to abandon a lane is void if the lane was active in between', async () => {
  const seen = await plan()
  await owner.query(`select move_lane($1, 'active', null, $2)`, [lane.id, clock.now()])
  await halt()
  await aMinuteLater()
  const other = await world.openLane()
  await expect(abandon(seen)).rejects.toThrow('changed since the proposal')
  expect(other.number).toBe(2)
})

test('two operators abandon a lane: its unsigned locks are dead, and their buys are sent over another lane', async () => {
  await abandon(await plan())
  for (const buy of stuck) {
    expect(await world.statusOf(buy)).toBe('send_failed')
    expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_void', kinds: [] }])
    expect(await world.held(buy)).toBeGreaterThan(0n)
    expect(await world.casesOf(buy)).toEqual(['send_failed'])
  }
  const other = await world.waitingIn(waits)
  expect(other).not.toBe(lane.id)
  expect(await world.statusOf(paid)).toBe('completed')
  const [first = ''] = stuck
  await world.decide(first, { action: 'retry_send' })
  expect(await world.waitingIn(first)).toBe(other)
  expect(await world.findings()).toEqual([])
})

test('an abandoned lane never sends again, and no command changes that', async () => {
  await expect(
    owner.query(`select move_lane($1, 'active', null, $2)`, [lane.id, clock.now()]),
  ).rejects.toThrow('abandoned')
  await expect(owner.query('update lane set abandoned_at = null where id = $1', [lane.id])).rejects.toThrow(
    'abandoned',
  )
})
