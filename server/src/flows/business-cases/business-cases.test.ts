import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { formatId, parseId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { readEvents, sequenceEvents } from '../../records/transactions/feed/feed-store.ts'
import { selectTransactions } from '../../records/transactions/lists/transaction-list-store.ts'
import type { WalletAnswer } from '../../records/transactions/wallets/wallet.ts'
import {
  cancelTransaction,
  decideCase,
  listBusinessCases,
  readBusinessCase,
  readCaseOfTransaction,
} from './business-cases.ts'

const world = await createClearingWorld()
const { owner, api, clock, worker } = world
const HOUR = 3_600_000
const deps = { pool: api, clock }
const by = 'key:key_01a1dcc33c477feca0d6d2cee34c8ce8'
const blocked: WalletAnswer = { outcome: 'blocked', code: 'no_trustline', message: 'Add a trustline.' }

beforeAll(async () => {
  await world.openLane(1)
})
afterAll(world.close)

const of = (businessId: string) => ({ businessId, mode: 'test' as const })
const answer = (choice: Parameters<typeof decideCase>[3]['choice'], given = {}) => ({ choice, given, by })

let payers = 0
function newPayer() {
  payers += 1
  const payer = {
    accountNumber: String(3_000_000_000 + payers),
    bankCode: '000013',
    name: 'ADAEZE NGOZI OBI',
  }
  return { payer, claimed: { payer: { ...payer, bankName: 'GTBank', accountName: 'Adaeze Obi' } } }
}

/** Returns a buy of 60,000 for which 55,000 arrived. */
async function shortBuy(shown: object = {}) {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const { payer, claimed } = newPayer()
  const buy = await world.claim(shop, account, 60_000, claimed)
  const line = await world.pay(account, 55_000, { ...payer, ...shown })
  clock.advance(HOUR)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('part_paid')
  const asked = await readCaseOfTransaction(api, of(shop), buy)
  return { shop, account, payer, buy, line, asked }
}

/** Returns a buy whose naira arrived after it had expired. */
async function lateBuy() {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const { payer, claimed } = newPayer()
  const buy = await world.claim(shop, account, 40_000, claimed)
  await owner.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [buy, clock.now()])
  await world.pay(account, 40_000, payer)
  clock.advance(HOUR)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('action_required')
  return { shop, buy, payer, asked: await readCaseOfTransaction(api, of(shop), buy) }
}

const returnsOf = async (buy: string) =>
  (
    await owner.query(
      `select amount_minor as amount, account_number as number from credit_return where transaction_id = $1`,
      [buy],
    )
  ).rows as unknown[]

test('a short payment is asked about at once, and accepting it continues with what arrived', async () => {
  const { shop, buy, asked } = await shortBuy()
  expect(asked).toMatchObject({ code: 'short_payment', choices: ['accept', 'return'], bankSays: null })
  expect(asked.held.minor).toBe(5_500_000n)
  expect(asked.dueAt.getTime()).toBe(asked.openedAt.getTime() + 48 * HOUR)
  const [view] = await asTenant(api, of(shop), async (sql) => selectTransactions(sql, of(shop), [buy]))
  expect(view).toMatchObject({ type: 'buy', asks: { id: asked.id } })
  const { decided, isReplay } = await decideCase(deps, of(shop), asked.id, answer('accept'))
  expect(isReplay).toBe(false)
  expect(decided.end?.decision).toMatchObject({ choice: 'accept', by })
  expect(await world.statusOf(buy)).toBe('payment_received')
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('completed')
})

test('the same decision again has the same answer, and another one is refused with what was decided', async () => {
  const { shop, buy, asked } = await shortBuy()
  const both = await Promise.allSettled([
    decideCase(deps, of(shop), asked.id, answer('return')),
    decideCase(deps, of(shop), asked.id, answer('return')),
  ])
  const replays = both.map((one) => one.status === 'fulfilled' && one.value.isReplay)
  expect(replays.filter(Boolean)).toHaveLength(1)
  expect(both.every(({ status }) => status === 'fulfilled')).toBe(true)
  await expect(decideCase(deps, of(shop), asked.id, answer('accept'))).rejects.toMatchObject({
    code: 'case_decided',
    detail: { choice: 'return' },
  })
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await returnsOf(buy)).toHaveLength(1)
})

test('naira goes back only to the account in the bank’s record', async () => {
  const { shop, buy, asked, payer } = await shortBuy()
  await decideCase(deps, of(shop), asked.id, answer('return'))
  expect(await returnsOf(buy)).toEqual([{ amount: '5500000', number: payer.accountNumber }])
  expect(await world.casesOf(buy)).not.toContain('underpaid')
})

test('a return that the business chose is screened before it is paid', async () => {
  const { shop, buy, asked, payer } = await shortBuy()
  world.listed.add(payer.name)
  await decideCase(deps, of(shop), asked.id, answer('return'))
  await world.advance(buy)
  world.listed.clear()
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['refunding', ['screening_hit']])
  const { rows } = await owner.query('select state from refund_legs($1)', [buy])
  expect(rows).toEqual([{ state: 'due' }])
})

test('a lien stops what the business chose, without telling why', async () => {
  const { shop, buy, line, asked } = await shortBuy()
  await owner.query(`select place_lien($1, null, 'system:test', 'a doubt', $2)`, [line, clock.now()])
  await expect(decideCase(deps, of(shop), asked.id, answer('return'))).rejects.toMatchObject({
    code: 'case_with_us',
  })
  expect(await world.statusOf(buy)).toBe('part_paid')
  expect((await readBusinessCase(api, of(shop), asked.id)).end).toBeUndefined()
})

test.each(['accept', 'return'] as const)('a late payment: %s', async (choice) => {
  const { shop, buy, asked } = await lateBuy()
  expect(asked).toMatchObject({ code: 'late_payment', choices: ['accept', 'return'] })
  await decideCase(deps, of(shop), asked.id, answer(choice))
  expect(await world.statusOf(buy)).toBe(choice === 'accept' ? 'payment_received' : 'refunding')
  expect(await world.casesOf(buy)).not.toContain('late_credit')
})

test('a buy whose wallet is blocked goes to another wallet after every check, and earlier events keep the first', async () => {
  const first = `0x${'b1'.padStart(40, 'c')}`
  const second = `0x${'b2'.padStart(40, 'c')}`
  world.wallets.set(first, blocked)
  const { buy, shop } = await world.receive(20_000, { wallet: { network: 'Polygon', address: first } })
  await world.advance(buy)
  clock.advance(48 * HOUR)
  await world.advance(buy)
  const asked = await readCaseOfTransaction(api, of(shop), buy)
  expect(asked).toMatchObject({ code: 'wallet_blocked', choices: ['wallet', 'return'] })
  await expect(decideCase(deps, of(shop), asked.id, answer('accept'))).rejects.toMatchObject({
    code: 'choice_not_offered',
  })
  await decideCase(deps, of(shop), asked.id, answer('wallet', { network: 'Polygon', address: second }))
  await expect(
    decideCase(deps, of(shop), asked.id, answer('wallet', { network: 'Polygon', address: first })),
  ).rejects.toMatchObject({ code: 'case_decided' })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.deliveryOf(buy)).toMatchObject({ address: second })

  // Other tests on the same server may delay the events of this one.
  const events = await vi.waitFor(async () => {
    await sequenceEvents(worker)
    const read = await asTenant(api, of(shop), async (sql) =>
      readEvents(sql, of(shop), { after: 0, limit: 100, transactionId: buy }),
    )
    expect(read).toHaveLength(7)
    return read
  }, 60_000)
  expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
    '1 buy.pending_payment',
    '2 buy.payment_received',
    '3 buy.action_required',
    'null case.opened',
    '4 buy.payment_received',
    'null case.decided',
    '5 buy.cleared',
  ])
  const wallets = events.map((one) => one.transaction?.type === 'buy' && one.transaction.buy.wallet?.address)
  expect(wallets).toEqual([first, first, first, first, second, second, second])
  expect(events[3]?.aboutCase).toMatchObject({ id: asked.id, code: 'wallet_blocked', choice: null })
  expect(events[5]?.aboutCase).toMatchObject({ id: asked.id, choice: 'wallet' })
})

test('a member cannot have the tokens sent to another wallet, and is offered the return', async () => {
  const first = `0x${'b6'.padStart(40, 'c')}`
  world.wallets.set(first, blocked)
  const { buy, shop } = await world.receive(20_000, { wallet: { network: 'Polygon', address: first } })
  await world.advance(buy)
  clock.advance(48 * HOUR)
  await world.advance(buy)
  const { id } = await readCaseOfTransaction(api, of(shop), buy)
  const member = 'member:mem_01a1dcc33c477feca0d6d2cee34c8ce8'
  const given = { network: 'Polygon', address: `0x${'b7'.padStart(40, 'c')}` }
  await expect(decideCase(deps, of(shop), id, { choice: 'wallet', given, by: member })).rejects.toMatchObject(
    { code: 'choice_not_offered', detail: { choices: ['return'] } },
  )
  const [view] = await asTenant(api, of(shop), async (sql) => selectTransactions(sql, of(shop), [buy]))
  expect(view).toMatchObject({ buy: { status: 'action_required', wallet: { address: first } } })
  await decideCase(deps, of(shop), id, { choice: 'return', given: {}, by: member })
  expect(await world.statusOf(buy)).toBe('refunding')
})

test('when the money moves on by itself, the case ends and can no longer be decided', async () => {
  const { shop, account, payer, buy, asked } = await shortBuy()
  await world.pay(account, 5_000, payer)
  clock.advance(HOUR)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('payment_received')
  await expect(decideCase(deps, of(shop), asked.id, answer('return'))).rejects.toMatchObject({
    code: 'case_not_open',
  })
  expect(await returnsOf(buy)).toEqual([])
})

test('a business sees its own cases only, and pages through them', async () => {
  const { shop, asked } = await shortBuy()
  const stranger = await world.openBusiness()
  await expect(readBusinessCase(api, of(stranger), asked.id)).rejects.toMatchObject({
    code: 'case_not_yours',
  })
  await expect(decideCase(deps, of(stranger), asked.id, answer('return'))).rejects.toMatchObject({
    code: 'case_not_yours',
  })
  await expect(
    decideCase(deps, { businessId: shop, mode: 'live' }, asked.id, answer('return')),
  ).rejects.toMatchObject({ code: 'case_not_yours' })
  expect(await listBusinessCases(api, of(stranger), { most: 10 })).toEqual({
    cases: [],
    nextBefore: undefined,
  })
  const { cases } = await listBusinessCases(api, of(shop), { most: 10, isOpen: true })
  expect(cases.map(({ id }) => id)).toEqual([asked.id])
  expect(parseId('case', formatId('case', asked.id))).toBe(asked.id)
})

test('an unpaid buy is cancelled once, and a paid one is not', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 30_000)
  for (const _ of [1, 2]) {
    const cancelled = await cancelTransaction(deps, of(shop), buy)
    expect(cancelled).toMatchObject({ type: 'buy', buy: { status: 'cancelled' } })
  }
  const short = await shortBuy()
  await expect(cancelTransaction(deps, of(short.shop), short.buy)).rejects.toMatchObject({
    code: 'transaction_not_cancellable',
  })
  await expect(cancelTransaction(deps, of(shop), short.buy)).rejects.toMatchObject({
    code: 'transaction_unknown',
  })
})

test('the checks find nothing', async () => {
  while ((await sequenceEvents(worker)) > 0);
  const { findings } = await runChecks(owner, [
    'check_business_cases',
    'check_returned_credits',
    'check_cases',
    'check_decisions',
    'check_feed',
    'check_position',
    'check_history',
  ])
  expect(findings).toEqual([])
})
