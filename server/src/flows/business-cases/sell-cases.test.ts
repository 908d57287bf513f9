import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturningWorld } from '../../../test/returning-world.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { sequenceEvents } from '../../records/transactions/feed/feed-store.ts'
import { decideCase, readCaseOfTransaction } from './business-cases.ts'

const world = await createReturningWorld()
const { owner, worker, api, clock, bank } = world
const deps = { pool: api, clock }
const named = { outcome: 'found', accountName: 'ADA OBI' } as const
const of = (businessId: string) => ({ businessId, mode: 'test' as const })
const by = 'key:key_01a1dcc33c477feca0d6d2cee34c8ce8'

beforeAll(async () => {
  await world.openPayoutAccount('main', 1_000_000)
})
afterAll(world.close)

async function asked(shop: string, sell: string) {
  return readCaseOfTransaction(api, of(shop), sell)
}

async function decide(
  shop: string,
  sell: string,
  choice: Parameters<typeof decideCase>[3]['choice'],
  given = {},
) {
  return decideCase(deps, of(shop), (await asked(shop, sell)).id, { choice, given, by })
}

/** Returns a sell whose bank has another answer about the beneficiary than the business sent. */
async function misnamed(answer: typeof bank.answer) {
  const sold = await world.sell(2_000)
  bank.answer = answer
  await world.advance(sold.sell)
  bank.answer = named
  expect(await world.statusOf(sold.sell)).toBe('action_required')
  return sold
}

const payeesOf = async (sell: string) =>
  (
    await owner.query<{ number: string; name: string }>(
      'select account_number as number, account_name as name from payee_of_sell where transaction_id = $1',
      [sell],
    )
  ).rows

test('a name that the business confirms is the bank’s, and the sell is checked again', async () => {
  const { shop, sell } = await misnamed({ outcome: 'found', accountName: 'EMEKA OKAFOR' })
  expect(await asked(shop, sell)).toMatchObject({
    code: 'name_differs',
    choices: ['confirm_name', 'beneficiary', 'return'],
    bankSays: 'EMEKA OKAFOR',
    isFromBalance: true,
  })
  await decide(shop, sell, 'confirm_name')
  expect(await payeesOf(sell)).toMatchObject([{ name: 'EMEKA OKAFOR' }])
  expect(await world.statusOf(sell)).toBe('deposit_received')
  bank.answer = { outcome: 'found', accountName: 'EMEKA OKAFOR' }
  await world.advance(sell)
  bank.answer = named
  expect(await world.statusOf(sell)).toBe('cleared')
})

test('another beneficiary is checked like the first', async () => {
  const { shop, sell } = await misnamed({ outcome: 'not_found' })
  expect(await asked(shop, sell)).toMatchObject({
    code: 'account_not_found',
    choices: ['beneficiary', 'return'],
  })
  const given = {
    bank_code: '000014',
    bank_name: 'Access Bank',
    account_number: '0777777777',
    account_name: 'ADA OBI',
  }
  await decide(shop, sell, 'beneficiary', given)
  expect(await payeesOf(sell)).toEqual([{ number: '0777777777', name: 'ADA OBI' }])
  bank.answer = { outcome: 'found', accountName: 'BOLA TINUBU' }
  await world.advance(sell)
  bank.answer = named
  expect(await asked(shop, sell)).toMatchObject({ code: 'name_differs', bankSays: 'BOLA TINUBU' })
})

test('a member cannot have another account paid, and is offered everything else', async () => {
  const { shop, sell } = await misnamed({ outcome: 'found', accountName: 'EMEKA OKAFOR' })
  const { id } = await asked(shop, sell)
  const given = {
    bank_code: '000014',
    bank_name: 'Access Bank',
    account_number: '0777777777',
    account_name: 'EVE',
  }
  const member = { given, by: 'member:mem_01a1dcc33c477feca0d6d2cee34c8ce8' }
  await expect(decideCase(deps, of(shop), id, { choice: 'beneficiary', ...member })).rejects.toMatchObject({
    code: 'choice_not_offered',
    detail: { choices: ['confirm_name', 'return'] },
  })
  expect(await payeesOf(sell)).toMatchObject([{ number: '0123456789' }])
  expect((await asked(shop, sell)).end).toBeUndefined()
  await decideCase(deps, of(shop), id, { choice: 'return', ...member, given: {} })
  expect(await world.statusOf(sell)).toBe('refunding')
})

test('the tokens of a sell go back to the balance', async () => {
  const { shop, sell } = await misnamed({ outcome: 'not_found' })
  await decide(shop, sell, 'return')
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('refunded')
  expect(await world.tokensOf(shop)).toBe(200_000n)
})

/** Opens a second case of operators about a sell, such as the sweep and later events do. */
const openAnother = async (shop: string, sell: string, kind: string) =>
  owner.query(
    `select open_case(gen_random_uuid(), 'test', $3, null, null, $2, $1, 'another case', '{}', null, $4, $4)`,
    [shop, sell, kind, clock.now()],
  )
const casesOf = async (sell: string) =>
  (
    await owner.query(
      `select kind, state, resolution ->> 'action' as action from case_file where transaction_id = $1 order by opened_at, id`,
      [sell],
    )
  ).rows

test('a return closes the other cases about the sell too', async () => {
  const { shop, sell } = await misnamed({ outcome: 'not_found' })
  await openAnother(shop, sell, 'cannot_deliver')
  await decide(shop, sell, 'return')
  expect(await world.statusOf(sell)).toBe('refunding')
  expect(await casesOf(sell)).toEqual([
    { kind: 'name_differs', state: 'resolved', action: 'dismiss' },
    { kind: 'cannot_deliver', state: 'resolved', action: 'return_all' },
  ])
  await world.advance(sell)
})

test('tokens that the issuer took are with us, and nothing is returned', async () => {
  const { shop, sell } = await misnamed({ outcome: 'not_found' })
  await openAnother(shop, sell, 'recall')
  await expect(decide(shop, sell, 'return')).rejects.toMatchObject({ code: 'case_with_us' })
  expect(await world.statusOf(sell)).toBe('action_required')
  await owner.query(
    `select close_case(id, '{"action": "dismiss"}', $2) from case_file where transaction_id = $1 and kind = 'recall'`,
    [sell, clock.now()],
  )
})

test.each(['accept', 'return'] as const)('tokens that are too few: %s', async (choice) => {
  const { shop, sell, address } = await world.sellFromWallet(1_000)
  await world.mine('Polygon', [{ to: address, minor: 60_000 }])
  await world.advance(sell)
  expect(await asked(shop, sell)).toMatchObject({ code: 'short_deposit', isFromBalance: false })
  await decide(shop, sell, choice)
  expect(await world.statusOf(sell)).toBe(choice === 'accept' ? 'deposit_received' : 'refunding')
})

test('a sell that members ordered pays only the account that they signed', async () => {
  const { shop, sell } = await misnamed({ outcome: 'found', accountName: 'EMEKA OKAFOR' })
  await world.superuser.query(
    `with off as (select set_config('session_replication_role', 'replica', true))
     insert into afara.payment_sell (transaction_id, order_id, number, business_id, mode)
       select $1, gen_random_uuid(), 1, $2, 'test' from off`,
    [sell, shop],
  )
  expect((await asked(shop, sell)).choices).toEqual(['return'])
  await expect(decide(shop, sell, 'confirm_name')).rejects.toMatchObject({ code: 'choice_not_offered' })
})

test('the checks find nothing', async () => {
  while ((await sequenceEvents(worker)) > 0);
  const { findings } = await runChecks(owner, [
    'check_business_cases',
    'check_cases',
    'check_feed',
    'check_position',
  ])
  expect(findings).toEqual([])
})
