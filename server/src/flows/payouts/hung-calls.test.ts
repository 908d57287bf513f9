import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { findPayoutAccount } from '../../movements/payouts/payout-account-store.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'
import { createPayoutCalls } from './payout-calls.ts'
import { workPayouts } from './work-payouts.ts'

const world = await createPayoutWorld()
const { payer, clock } = world
const MINUTE_MS = 60_000
let account = ''

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount('paystack')
})
afterAll(world.close)

/** A payer whose bank does not answer about some payouts until it is released. It pauses briefly, as the real payer does. */
function hanging(isHung: (payoutId: string) => boolean) {
  const released = Promise.withResolvers<void>()
  let isOver = false
  const pause = async () =>
    Promise.race([released.promise, new Promise((resolve) => setTimeout(resolve, 20))])
  const sent = new Map<string, Awaited<ReturnType<PayoutRail['send']>>[number]>()
  const waits = (payoutId: string) => !isOver && isHung(payoutId)
  const rail: PayoutRail = {
    ...payer.rail,
    send: async (orders, signal) => {
      // Sends each order once and keeps the answer until it may be returned.
      const fresh = orders.filter(({ payoutId }) => !sent.has(payoutId))
      for (const answer of await payer.rail.send(fresh, signal)) sent.set(answer.payoutId, answer)
      if (orders.some(({ payoutId }) => waits(payoutId))) await pause()
      return orders.map(({ payoutId }) =>
        waits(payoutId) ? { payoutId, outcome: 'waiting' } : (sent.get(payoutId) as never),
      )
    },
    requery: async (ids, signal) => {
      const told = await payer.rail.requery(
        ids.filter((id) => !waits(id)),
        signal,
      )
      if (ids.some(waits)) await pause()
      return ids.map(
        (payoutId) => told.find((one) => one.payoutId === payoutId) ?? { payoutId, kind: 'waiting' },
      )
    },
  }
  const release = () => {
    isOver = true
    released.resolve()
  }
  return { rail, release }
}

/** Holds the account for several rounds, so that requests in progress continue between them. */
async function working(rail: PayoutRail, momentMs = MINUTE_MS) {
  const deps = { ...world.deps, payer: rail, times: { ...world.deps.times, momentMs } }
  const calls = createPayoutCalls(deps, account)
  const held = await world.hold(account, 10 * MINUTE_MS)
  return {
    calls,
    round: async () => {
      const now = await findPayoutAccount(world.worker, account, clock.now())
      await workPayouts(deps, { ...held, account: now ?? held.account }, calls)
    },
  }
}

const statesOf = async (sells: readonly string[]) =>
  (await Promise.all(sells.map(world.payoutsOf))).map(([payout]) => payout?.state)

test('while one order hangs, other orders of the account are answered and recorded, and new ones are sent', async () => {
  const sells = await world.clear(3)
  let hung = ''
  const { rail, release } = hanging((payoutId) => payoutId === hung)
  payer.sends(({ transactionId, payoutId }) => {
    if (transactionId === sells[1]) hung = payoutId
    return {}
  })
  const { round, calls } = await working(rail)
  await round()
  expect(await statesOf(sells)).toEqual(['accepted', 'sending', 'accepted'])
  expect(calls.isUnderWay(hung)).toBe(true)
  const [next = ''] = await world.clear(1, 5_000)
  clock.advance(5_000)
  payer.settle('success')
  await round()
  expect(await statesOf([...sells, next])).toEqual(['succeeded', 'sending', 'succeeded', 'accepted'])
  release()
  await calls.over()
  expect(await statesOf(sells)).toEqual(['succeeded', 'accepted', 'succeeded'])
  expect([...payer.calls.values()]).toEqual([1, 1, 1, 1])
  await world.requireSound()
})

test('while the bank does not answer about one payment, its answers about others are recorded', async () => {
  const sells = await world.clear(3)
  await world.round(account)
  const [hung] = await world.payoutsOf(sells[0] ?? '')
  payer.settle('success')
  const { rail, release } = hanging((payoutId) => payoutId === hung?.id)
  const { round, calls } = await working(rail)
  clock.advance(MINUTE_MS)
  await round()
  expect(await statesOf(sells)).toEqual(['accepted', 'succeeded', 'succeeded'])
  release()
  await calls.over()
  expect(await statesOf(sells)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test('no payment is delayed if the vendor does not show its ledger and balance', async () => {
  const hung = Promise.withResolvers<never>()
  const rail: PayoutRail = { ...payer.rail, lines: async () => hung.promise }
  await world.round(account)
  clock.advance(MINUTE_MS)
  await world.markChecked(account)
  const sells = await world.clear(1)
  const { round, calls } = await working(rail, 20)
  await round()
  expect(await statesOf(sells)).toEqual(['accepted'])
  expect(calls.isUnderWay('lines')).toBe(true)
  hung.reject(new Error('it never came'))
  await calls.over()
})
