import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { questionCodes, questions } from '../../records/cases/business/questions.ts'
import { selectTransactions } from '../../records/transactions/lists/transaction-list-store.ts'
import { decideCase, readCaseOfTransaction } from './business-cases.ts'

const world = await createClearingWorld()
const { owner, api, clock } = world
const HOUR = 3_600_000
const deps = { pool: api, clock }
const by = 'key:key_01a1dcc33c477feca0d6d2cee34c8ce8'

beforeAll(async () => {
  await world.openLane(1)
})
afterAll(world.close)

const of = (businessId: string) => ({ businessId, mode: 'test' as const })
const answer = (choice: Parameters<typeof decideCase>[3]['choice'], given = {}) => ({ choice, given, by })

/** Returns a buy for another network than ours, or with a fee that takes everything. */
async function undeliverable(code: 'network_closed' | 'fee_too_high') {
  const more =
    code === 'network_closed'
      ? { wallet: { network: 'Avalanche', address: `0x${'b3'.padStart(40, 'c')}` } }
      : { fee: money('NGN', 2_000_000n) }
  const { buy, shop } = await world.receive(20_000, more)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('action_required')
  return { buy, shop, asked: await readCaseOfTransaction(api, of(shop), buy) }
}

test('a buy on a network where we have no wallet goes to another network, or back', async () => {
  const first = await undeliverable('network_closed')
  expect(first.asked).toMatchObject({ code: 'network_closed', choices: ['wallet', 'return'] })
  const address = `0x${'b4'.padStart(40, 'c')}`
  await decideCase(deps, of(first.shop), first.asked.id, answer('wallet', { network: 'Polygon', address }))
  await world.advance(first.buy)
  expect(await world.deliveryOf(first.buy)).toMatchObject({ network: 'Polygon', address })
  const second = await undeliverable('network_closed')
  await decideCase(deps, of(second.shop), second.asked.id, answer('return'))
  expect(await world.statusOf(second.buy)).toBe('refunding')
})

test('a buy whose fee takes everything can only go back', async () => {
  const { shop, buy, asked } = await undeliverable('fee_too_high')
  expect(asked).toMatchObject({ code: 'fee_too_high', choices: ['return'] })
  await decideCase(deps, of(shop), asked.id, answer('return'))
  expect(await world.statusOf(buy)).toBe('refunding')
})

test('a blocked wallet tells until when it can be mended', async () => {
  const address = `0x${'b5'.padStart(40, 'c')}`
  world.wallets.set(address, { outcome: 'blocked', code: 'no_trustline', message: 'Add a trustline.' })
  const { buy, shop } = await world.receive(20_000, { wallet: { network: 'Polygon', address } })
  const paidAt = clock.now().getTime()
  await world.advance(buy)
  const [view] = await asTenant(api, of(shop), async (sql) => selectTransactions(sql, of(shop), [buy]))
  const { until = '' } = (view?.type === 'buy' && view.buy.walletStop) || {}
  expect(new Date(until ?? '').getTime()).toBe(paidAt + 48 * HOUR)
})

// A developer who adds a way to wait for the business must add a question with a choice too, in questions.ts and in question_code, or show that
// operators decide. Then the way is added here.
test('nothing waits for a business without a question', async () => {
  const { rows: ways } = await owner.query<{ way: string }>(
    `select distinct t.type || ' ' || t.event as way from transition t join business_questions() q on q.type = t.type and q.status = t.to_status
     order by 1`,
  )
  expect(ways.map(({ way }) => way)).toEqual([
    'buy choice_needed',
    'buy late_credit',
    'buy paid_in_part',
    'sell choice_needed',
    'sell deposited_in_part',
    'sell late_deposit',
  ])
  const { rows: functions } = await owner.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'afara'::regnamespace and prosrc ~ '''choice_needed''' order by 1`,
  )
  expect(functions.map(({ name }) => name)).toEqual([
    // network_closed, fee_too_high
    'ask_about_delivery',
    // name_differs, account_not_found, fee_too_high
    'ask_about_payee',
    // wallet_blocked
    'let_wallet_wait',
    // A payout that differs from what was cleared, or a balance that a restore made too small: our staff decides.
    'stop_payout_order',
    // payout_failed
    'try_payout_again',
  ])
  const { rows: codes } = await owner.query<{ code: string }>(
    `select distinct c.code from pg_proc p, regexp_matches(p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), ''), '''([a-z]+_[a-z_]+)''', 'g') m,
       lateral (select m[1] as code) c join business_questions() q on q.code = c.code
     where p.pronamespace = 'afara'::regnamespace and p.proname in ('question_code', 'follow_question') order by 1`,
  )
  expect(codes.map(({ code }) => code)).toEqual([...questionCodes].sort())
  const { rows: triggers } = await owner.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'transaction_event_ends_question'`,
  )
  for (const { status } of questions) expect(triggers[0]?.definition).toContain(`'${status}'`)
})
