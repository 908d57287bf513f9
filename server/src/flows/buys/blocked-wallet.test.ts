import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { keepOverdueCases } from '../../records/cases/case-store.ts'
import { held } from '../../records/ledger/account.ts'
import { readBalance } from '../../records/ledger/ledger-store.ts'
import { findBuy } from '../../records/transactions/accepting/buy-store.ts'
import { findDrivenBuy } from '../../records/transactions/clearing/clearing-store.ts'
import { readOwnTimeline } from '../../records/transactions/timeline/timeline.ts'
import type { WalletAnswer } from '../../records/transactions/wallets/wallet.ts'
import { noteWallet } from '../../records/transactions/wallets/wallet-store.ts'

const world = await createClearingWorld()
const { owner, worker, clock, api } = world
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const blocked: WalletAnswer = {
  outcome: 'blocked',
  code: 'no_trustline',
  message: 'This account does not trust the token yet. Add a trustline for it.',
}
const unasked: WalletAnswer = { outcome: 'unasked', why: 'it is silent' }

beforeAll(async () => {
  await world.openLane(1)
})
afterAll(world.close)

let made = 0
/** Receives a buy for a new wallet. The network gives this answer about that wallet. */
async function receive(naira: number, answer: WalletAnswer, more: object = {}) {
  made += 1
  const address = `0x${made.toString(16).padStart(40, 'a')}`
  world.wallets.set(address, answer)
  const received = await world.receive(naira, { wallet: { network: 'Polygon', address }, ...more })
  return { ...received, address, mend: () => world.wallets.set(address, { outcome: 'fine' }) }
}

const told = async (shop: string, buy: string) =>
  asTenant(api, { businessId: shop, mode: 'test' }, async (sql) => ({
    buy: await findBuy(sql, buy),
    timeline: await readOwnTimeline(sql, buy),
  }))

test('a paid buy whose wallet cannot receive waits, tells the business why, and continues automatically', async () => {
  const { buy, shop, mend, address } = await receive(20_000, blocked)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.waitOf(buy)).toBe(MINUTE)
  expect((await readBalance(worker, 'test', held(buy), 'NGN')).minor).toBe(20_000_00n)
  const waiting = await told(shop, buy)
  expect(waiting.buy?.walletStop).toEqual({ code: 'no_trustline', message: blocked.message })
  expect(waiting.timeline?.sentence).toMatch(/Your money is safe.*Add a trustline.*continues/)
  expect(waiting.timeline?.holder).toBe('afara')
  expect(waiting.timeline?.expectedBy?.getTime()).toBeGreaterThan(clock.now().getTime() + 47 * HOUR)
  expect(inspect(waiting.timeline, { depth: null })).not.toContain(address)

  clock.advance(MINUTE)
  await world.advance(buy)
  mend()
  clock.advance(MINUTE)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.deliveryOf(buy)).toMatchObject({ address })
  const { timeline, buy: after } = await told(shop, buy)
  expect(after?.walletStop).toBeUndefined()
  expect(timeline?.steps.map(({ event }) => event)).toEqual([
    'accepted',
    'credit_seen',
    'paid_in_full',
    'wallet_blocked',
    'wallet_mended',
    'checks_passed',
  ])
})

test('a buy whose clock moves while its next check is scheduled is due at once', async () => {
  const { buy } = await receive(20_000, blocked)
  await world.advance(buy)
  const at = clock.now()
  const moving = await owner.connect()
  try {
    await moving.query('begin')
    await moving.query(`select age_transactions(array[$1::uuid], '2 days')`, [buy])
    const scheduled = owner.query<{ due_at: Date }>(
      `select w.due_at from transaction t, let_wallet_wait(t.id, t.version, '{"code": "no_trustline", "message": "."}', $2) w where t.id = $1`,
      [buy, at],
    )
    await expect
      .poll(async () => (await worker.query('select from pg_locks where not granted')).rows.length, {
        timeout: 10_000,
      })
      .toBeGreaterThan(0)
    await moving.query('commit')
    expect((await scheduled).rows[0]?.due_at).toEqual(at)
  } finally {
    moving.release()
  }
})

test('the reason that a wallet is blocked may change, and each reason is reported', async () => {
  const { buy, shop, address, mend } = await receive(20_000, blocked)
  await world.advance(buy)
  world.wallets.set(address, { ...blocked, code: 'trustline_full', message: 'It is full.' })
  clock.advance(MINUTE)
  await world.advance(buy)
  expect((await told(shop, buy)).buy?.walletStop?.code).toBe('trustline_full')
  mend()
  clock.advance(MINUTE)
  await world.advance(buy)
  const { timeline } = await told(shop, buy)
  expect(timeline?.steps.filter(({ event }) => event === 'wallet_blocked')).toHaveLength(2)
})

test('a wallet is checked less and less often, and at once when an operator requests it', async () => {
  const { buy, address } = await receive(20_000, blocked)
  const waits: Array<number | undefined> = []
  for (const pass of [0, HOUR, 8 * HOUR]) {
    clock.advance(pass)
    await world.advance(buy)
    waits.push(await world.waitOf(buy))
  }
  expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE])
  const target = (await findDrivenBuy(worker, buy))?.wallet
  if (target === undefined) throw new Error('it has no wallet')
  expect(target.address).toBe(address)
  expect(await noteWallet(owner, target, { outcome: 'fine' }, clock.now())).toBe(1)
  expect(await world.waitOf(buy)).toBe(0)
})

test('after two days a case proposes a refund, and a repaired wallet still continues automatically', async () => {
  const { buy, mend } = await receive(20_000, blocked)
  await world.advance(buy)
  clock.advance(48 * HOUR)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('action_required')
  expect(await world.casesOf(buy)).toEqual(['cannot_deliver'])
  expect(await world.factsOf(buy, 'cannot_deliver')).toMatchObject({ wallet: 'no_trustline' })
  const { rows } = await owner.query('select proposal from case_file where transaction_id = $1', [buy])
  expect(rows).toEqual([{ proposal: { action: 'return_all' } }])
  expect(await world.waitOf(buy)).toBe(HOUR)

  clock.advance(HOUR)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('action_required')
  mend()
  clock.advance(HOUR)
  await world.advance(buy)
  expect(await world.casesOf(buy)).toEqual([])
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('after two days two operators may return the naira', async () => {
  const { buy } = await receive(20_000, blocked)
  await world.advance(buy)
  clock.advance(48 * HOUR)
  await world.advance(buy)
  const asked = await world.caseOf(buy, 'cannot_deliver')
  await world.propose(asked, { action: 'return_all' })
  await world.approve(asked)
  expect(await world.statusOf(buy)).toBe('refunding')
})

test('while a network cannot be queried a large buy waits, and a small buy waits two minutes', async () => {
  const [small, large] = [await receive(50_000, unasked), await receive(50_001, unasked)]
  const advance = async () => {
    await world.advance(small.buy)
    await world.advance(large.buy)
    return Promise.all([world.statusOf(small.buy), world.statusOf(large.buy)])
  }
  expect(await advance()).toEqual(['payment_received', 'payment_received'])
  expect(await world.waitOf(large.buy)).toBe(5_000)
  expect((await told(large.shop, large.buy)).timeline?.sentence).toMatch(/you need not do anything/)
  clock.advance(2 * MINUTE)
  expect(await advance()).toEqual(['cleared', 'payment_received'])
  await keepOverdueCases(world.worker, clock.now())
  expect(await world.casesOf(large.buy)).toEqual(['overdue'])
  large.mend()
  await world.advance(large.buy)
  expect(await world.statusOf(large.buy)).toBe('cleared')
})

test('the answer is stored with the wallet for later buys', async () => {
  const { buy, address } = await receive(20_000, { outcome: 'fine', warning: 'It was never used.' })
  await world.advance(buy)
  const remembered = async () =>
    (await owner.query('select * from wallet_preflight where address = $1', [address])).rows[0]
  expect(await remembered()).toMatchObject({
    outcome: 'fine',
    warning: 'It was never used.',
    tokens_minor: '2000000',
    paid_at: null,
  })
  const again = await world.receive(15_000, { wallet: { network: 'Polygon', address } })
  const target = (await findDrivenBuy(worker, again.buy))?.wallet
  expect(target?.fine).toEqual({ at: clock.now(), tokensMinor: 2_000_000n })
})

test('a wallet of one of our lanes is recognised as ours', async () => {
  const wallet = { network: 'Polygon', address: `0x${'1'.padStart(40, '0')}` }
  const { buy } = await world.receive(20_000, { wallet })
  expect((await findDrivenBuy(worker, buy))?.wallet?.isOurs).toBe(true)
})

test('a buy of a payer on the sanctions list is held whatever its wallet, and is not released to a wallet that cannot receive', async () => {
  const { buy, address } = await receive(20_000, blocked)
  world.listed.add(address)
  await world.advance(buy)
  world.listed.clear()
  expect(await world.statusOf(buy)).toBe('on_hold')
  const asked = await world.caseOf(buy, 'screening_hit')
  await world.propose(asked, { action: 'release' })
  await expect(world.approve(asked)).rejects.toThrow(/cannot receive \(no_trustline\)/)
  const target = (await findDrivenBuy(worker, buy))?.wallet
  if (target === undefined) throw new Error('it has no wallet')
  await noteWallet(owner, target, { outcome: 'fine' }, clock.now())
  await world.approve(asked)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('a buy to a wallet that cannot receive uses none of the limits of its business', async () => {
  const shop = await world.openBusiness()
  await world.limit(shop, 'velocity_hour_minor', 30_000)
  const address = `0x${'c'.repeat(40)}`
  world.wallets.set(address, blocked)
  const waits = await world.receive(20_000, { wallet: { network: 'Polygon', address } }, { shop })
  await world.advance(waits.buy)
  const goes = await world.receive(20_000, {}, { shop })
  await world.advance(goes.buy)
  expect(await world.statusOf(goes.buy)).toBe('cleared')
})

test('an unknown subject changes nothing', async () => {
  const target = {
    mode: 'test' as const,
    network: 'Polygon',
    address: newId(),
    tokensMinor: 1n,
    fine: undefined,
    paidAt: undefined,
    isOurs: false,
  }
  expect(await noteWallet(owner, target, blocked, clock.now())).toBe(0)
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
