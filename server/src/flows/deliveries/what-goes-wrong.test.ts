import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLaneWorld, unheard } from '../../../test/lane-world.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { SignRequest } from '../../movements/transfers/signer.ts'
import { openTransfers } from '../../movements/transfers/transfer-store.ts'
import { signAndSend } from './sign-and-send.ts'
import { advanceLane } from './work-lane.ts'

const world = await createLaneWorld()
const { evm, owner, worker, clock, lane, laneState, openCases } = world
afterAll(world.close)
beforeEach(async () => {
  world.theSigner('signs')
  await world.round()
  await world.settle()
})

const soon = () => AbortSignal.timeout(5_000)
const refusePayments = async ({ kind }: SignRequest) =>
  kind === 'pay'
    ? ({ outcome: 'refused', code: 'decision_unsigned', message: 'nobody signed it' } as const)
    : undefined

test('a payment that the signer refuses uses up its lock, returns its money to the held balance, and can be sent later by the same right', async () => {
  const [first = '', second = ''] = await world.clear(2)
  let asked = 0
  world.theSigner(async (request) => {
    asked += 1
    return asked === 1 ? refusePayments(request) : undefined
  })
  await world.round()
  const [refused, paid] = (await world.statusOf(first)) === 'sending' ? [first, second] : [second, first]
  expect(await world.casesOf(refused)).toEqual(['signer_refused'])
  await world.settle()
  expect(await world.statusOf(paid)).toBe('completed')
  expect(await world.statusOf(refused)).toBe('send_failed')
  expect(await world.casesOf(refused)).toEqual(['signer_refused'])
  expect(await world.held(refused)).toBeGreaterThan(0n)
  expect(await world.delivered(refused)).toBe(0n)
  expect(await world.findings()).toEqual([])

  await world.decide(refused, { action: 'retry_send' })
  await world.round()
  await world.settle()
  const [dead, alive] = await world.transfersOf(refused)
  expect([dead?.state, dead?.kinds, alive?.state, alive?.kinds]).toEqual([
    'final_void',
    ['cancel'],
    'final_ok',
    ['pay'],
  ])
  expect(alive?.right_id).toBe(dead?.right_id)
  expect(await world.statusOf(refused)).toBe('completed')
  expect(await world.casesOf(refused)).toEqual([])
  expect(await world.findings()).toEqual([])
})

test('nothing is lost while the signer is unreachable: the same lock is signed when it is back', async () => {
  const [buy = ''] = await world.clear(1)
  world.theSigner('is gone')
  await advanceLane(world.deps, lane.id)
  const { rows } = await owner.query<{ failure_count: number; last_error: string }>(
    'select failure_count, last_error from wake where subject_id = $1',
    [lane.id],
  )
  expect(rows[0]).toEqual({ failure_count: 1, last_error: 'gone' })
  const [reserved] = await world.transfersOf(buy)
  expect(reserved?.state).toBe('reserved')

  world.theSigner('signs')
  await world.round()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ lock: reserved?.lock, state: 'final_ok' }])
  expect(await world.delivered(buy)).toBe(99_900n)
})

test.each(['over_hour_cap', 'operators_unavailable'])(
  'a lock waits while the signer refuses temporarily: %s',
  async (code) => {
    const [buy = ''] = await world.clear(1)
    world.theSigner(async () => ({
      outcome: 'refused',
      code,
      message: 'not now',
    }))
    await world.round()
    expect(await world.transfersOf(buy)).toMatchObject([{ state: 'reserved', kinds: [] }])
    expect(await world.casesOf(buy)).toEqual([])
    // Operators can see why nothing is sent, and newly cleared buys go to other lanes first.
    expect(await laneState()).toMatchObject({ short_of: 'signatures' })
    expect(await openCases('cannot_deliver')).toBe(1)
    world.theSigner('signs')
    await world.round()
    expect(await laneState()).toMatchObject({ short_of: null })
    expect(await openCases('cannot_deliver')).toBe(0)
    await world.settle()
    expect(await world.delivered(buy)).toBe(99_900n)
  },
)

test('a cancel that reaches the chain before its payment wins, and nothing is delivered', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  await cancelAll()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_void', kinds: ['pay', 'cancel'] }])
  expect(await world.delivered(buy)).toBe(0n)
  expect(await world.statusOf(buy)).toBe('send_failed')
  expect(await world.casesOf(buy)).toEqual(['send_failed'])
  expect(await world.findings()).toEqual([])
})

test('a payment that is in a block before its cancel wins, and is delivered once', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round()
  await evm.mine(1)
  await cancelAll()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_ok', kinds: ['pay', 'cancel'] }])
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await world.statusOf(buy)).toBe('completed')
})

test('a transfer that is in no block for long is signed with higher fees on the same lock, and paid once', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  clock.advance(91_000)
  await world.round()
  await world.settle()
  const [transfer] = await world.transfersOf(buy)
  expect(transfer).toMatchObject({ state: 'final_ok', kinds: ['pay', 'bump'] })
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await world.findings()).toEqual([])
})

test('expired bytes that the signer does not replace are cancelled, and nothing is paid', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  world.theSigner(async ({ kind }) =>
    kind === 'bump'
      ? ({ outcome: 'refused', code: 'money_missing', message: 'recalled' } as const)
      : undefined,
  )
  clock.advance(11_000)
  await world.round({ ...evm.chain, haveExpired: () => true })
  await world.settle()
  const [transfer] = await world.transfersOf(buy)
  expect(transfer).toMatchObject({ state: 'final_void', kinds: ['pay', 'cancel'] })
  expect(await world.delivered(buy)).toBe(0n)
  expect(await world.held(buy)).toBeGreaterThan(0n)
  expect(await world.findings()).toEqual([])
})

test('bytes that a node claims to have and never includes block later transfers only until one resend failed', async () => {
  const buys = await world.clear(3)
  let first: Uint8Array | undefined
  const forgetful: Chain = {
    ...evm.chain,
    broadcast: async (raws, signal) => {
      first ??= raws[0]
      const taken = raws.filter((raw) => Buffer.compare(raw, first ?? raw) !== 0)
      await evm.chain.broadcast(taken, signal)
      return raws.map(() => 'not taken: already known')
    },
  }
  await world.round(forgetful)
  clock.advance(11_000)
  await world.round(forgetful)
  await evm.mine(1)
  const kinds = async () =>
    (await Promise.all(buys.map(async (buy) => world.transfersOf(buy))))
      .flat()
      .sort((a, b) => Number(a.lock) - Number(b.lock))
      .map((transfer) => [transfer.kinds.join(), transfer.sent_count])
  expect(await kinds()).toEqual([
    ['pay', 2],
    ['pay', 2],
    ['pay', 2],
  ])
  clock.advance(11_000)
  await world.round(forgetful)
  await world.settle()
  expect((await kinds()).map(([kind]) => kind)).toEqual(['pay,bump', 'pay', 'pay'])
  for (const buy of buys) expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.findings()).toEqual([])
})

test('signed bytes are sent again while the signer is unreachable', async () => {
  const [lost = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  const [later = ''] = await world.clear(1)
  world.theSigner('is gone')
  await expect(world.round()).rejects.toThrow('gone')
  expect(await world.transfersOf(later)).toMatchObject([{ state: 'reserved' }])
  clock.advance(11_000)
  await expect(world.round()).rejects.toThrow('gone')
  await evm.mine(1)
  expect(await world.delivered(lost)).toBe(99_900n)
  world.theSigner('signs')
  await world.round()
  await world.settle()
  expect(await world.delivered(later)).toBe(99_900n)
})

test('after a restart of the database a lane is compared with the chain before it opens anything', async () => {
  const [buy = ''] = await world.clear(1)
  await owner.query(`update lane set checked_start = checked_start - interval '1 day'`)
  const held = await world.hold()
  await expect(openTransfers(worker, held, 50, clock.now())).rejects.toMatchObject({ code: 'AF052' })
  await world.release(held)
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
})

/** Signs, stores and sends a cancel for every signed transfer. */
async function cancelAll(): Promise<void> {
  const held = { ...(await world.hold()), chain: evm.chain }
  const { rows } = await owner.query<{ id: string; lock: string }>(
    `select id, lock from transfer where lane_id = $1 and state = 'signed'`,
    [lane.id],
  )
  const suggested = await evm.chain.suggestTerms(soon())
  const terms = evm.chain.raiseTerms(suggested, suggested)
  const cancels = await Promise.all(
    rows.map(async ({ id, lock }) => ({
      transferId: id,
      kind: 'cancel' as const,
      unsigned: await evm.chain.prepareCancel({ from: lane.address, lock: BigInt(lock), terms }),
    })),
  )
  expect(await signAndSend(world.deps, held, cancels)).toEqual([])
  await world.release(held)
}
