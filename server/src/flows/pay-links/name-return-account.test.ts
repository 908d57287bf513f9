import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { masked, type WorldAccount } from '../../../test/matching-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import type { Payer } from '../../movements/feeds/bank-line.ts'
import type { NameAnswer } from '../../movements/payouts/name-enquiry.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import { decideBusinessCase } from '../../records/cases/business/business-case-store.ts'
import { readReturnAccount } from '../../records/pay-links/return-account-store.ts'
import { nameReturnAccount } from './name-return-account.ts'

const world = await createClearingWorld()
const { owner, api, clock } = world
afterAll(world.close)

const HOUR = 3_600_000
const GTBANK = requireBank('000013')
const found = (accountName: string): NameAnswer => ({ outcome: 'found', accountName })
const SAME = found('OKONKWO ADAEZE NGOZI')

/** The answers of banks about the accounts that tests name. */
const banks = new Map<string, NameAnswer>()
const asked: string[] = []
const nameEnquiry = {
  ask: async ({ accountNumber }: Readonly<{ accountNumber: string }>) => {
    asked.push(accountNumber)
    return banks.get(accountNumber)
  },
}
const deps = { pool: api, clock, nameEnquiry }

async function linkOf(shop: string, buy: string): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  await owner.query(
    `insert into pay_link (id, business_id, mode, transaction_id, token, created_at, expires_at)
     values ($1, $2, 'test', $3, $4, $5::timestamptz, $5::timestamptz + interval '7 days')`,
    [newId(), shop, buy, token, clock.now()],
  )
  return token
}

/** Returns a pay link of ₦50,000 for which ₦30,000 arrived from a payer whom the bank shows like this, or one with other amounts. */
async function shortLink(
  shown: (account: WorldAccount) => Payer = ({ payer }) => masked(payer),
  naira = 30_000,
  wanted = 50_000,
) {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, wanted)
  const line = await world.pay(account, naira, shown(account))
  clock.advance(HOUR)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('part_paid')
  const token = await linkOf(shop, buy)
  const { accountNumber: number } = account.payer
  const name = async (given = number, bank = GTBANK) => nameReturnAccount(deps, token, bank, given)
  return { shop, account, buy, line, token, number, name }
}

const endWindow = async (account: WorldAccount, buy: string) => {
  clock.advance(48 * HOUR)
  await world.readBank(account)
  await world.advance(buy)
}

const choose = async (shop: string, buy: string) => {
  const { rows } = await owner.query<{ id: string }>(
    'select id from business_case where transaction_id = $1',
    [buy],
  )
  const answer = {
    caseId: rows[0]?.id ?? '',
    choice: 'return',
    given: {},
    by: 'key:test',
    at: clock.now(),
  } as const
  return asTenant(api, { businessId: shop, mode: 'test' }, async (sql) => decideBusinessCase(sql, answer))
}

const returnsOf = async (buy: string) =>
  (
    await owner.query(
      `select r.account_number as number, r.account_name as name, r.case_id as case, l.state
       from credit_return r join refund_legs(r.transaction_id) l on l.return_id = r.id where r.transaction_id = $1`,
      [buy],
    )
  ).rows

const triesOf = async (buy: string) =>
  (await owner.query('select from return_account_try where transaction_id = $1', [buy])).rowCount

test('a part goes back to the account that its payer named, because its holder has the payer’s name', async () => {
  const { account, buy, token, number, name } = await shortLink()
  expect(await readReturnAccount(api, token)).toMatchObject({
    state: 'ask',
    bankCode: '000013',
    ending: null,
  })
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  expect(await readReturnAccount(api, token)).toMatchObject({ state: 'named', ending: number.slice(-4) })
  expect(await world.statusOf(buy)).toBe('part_paid')
  await endWindow(account, buy)
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await returnsOf(buy)).toEqual([
    { number, name: 'OKONKWO ADAEZE NGOZI', case: null, state: expect.stringMatching(/^(due|queued)$/) },
  ])
  expect(await readReturnAccount(api, token)).toBeUndefined()
  expect(await world.findings()).toEqual([])
})

test('after the time is over, the account sends the part back at once and closes the case of operators', async () => {
  const { account, buy, number, name } = await shortLink()
  await endWindow(account, buy)
  expect(await world.casesOf(buy)).toEqual(['underpaid'])
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  expect(await world.waitOf(buy)).toBe(0)
  await world.readBank(account)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await world.casesOf(buy)).not.toContain('underpaid')
})

test('a business that chooses to return it needs the account that the payer named', async () => {
  const { shop, buy, number, name } = await shortLink()
  expect(await choose(shop, buy)).toBe('with_us')
  expect(await world.statusOf(buy)).toBe('part_paid')
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  expect(await choose(shop, buy)).toBe('decided')
  expect(await returnsOf(buy)).toMatchObject([{ number, name: 'OKONKWO ADAEZE NGOZI' }])
  expect(await world.findings()).toEqual([])
})

test('above the ceiling a business cannot return to a named account, and two operators can', async () => {
  const { shop, account, buy, number, name } = await shortLink(undefined, 120_000, 150_000)
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  expect(await choose(shop, buy)).toBe('with_us')
  await endWindow(account, buy)
  const caseId = await world.caseOf(buy, 'underpaid')
  await world.propose(caseId, { action: 'return_part' })
  await world.approve(caseId)
  expect(await returnsOf(buy)).toMatchObject([{ number, name: 'OKONKWO ADAEZE NGOZI' }])
})

test.each([
  ['another person', found('EVE OKON'), 'differs'],
  ['only the surname', found('OKONKWO CHIDI'), 'differs'],
  ['an account that does not exist', { outcome: 'not_found' } as const, 'differs'],
  ['a bank that does not answer', undefined, 'no_answer'],
])('%s is not accepted', async (_what, answer, outcome) => {
  const { account, buy, number, name } = await shortLink()
  if (answer === undefined) banks.delete(number)
  else banks.set(number, answer)
  expect(await name()).toBe(outcome)
  await endWindow(account, buy)
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['part_paid', ['underpaid']])
})

test('what the bank shows of number and bank must fit, and no bank is asked otherwise', async () => {
  const { buy, number, name } = await shortLink()
  const other = `${number.slice(0, 6)}${number.slice(6) === '0000' ? '1111' : '0000'}`
  banks.set(other, SAME)
  banks.set(number, SAME)
  const before = asked.length
  expect(await name(other)).toBe('differs')
  expect(await name(number, requireBank('000014'))).toBe('differs')
  expect([asked.length, await triesOf(buy)]).toEqual([before, 2])
  expect(await name()).toBe('match')
})

test('a payer whom the bank does not name is asked nothing', async () => {
  const { token, name, account } = await shortLink()
  await world.superuser.query(
    `set session_replication_role = replica; update afara.bank_line_reading set payer_name = null, payer_words = '{}' where vendor_account_id = '${account.id}'`,
  )
  expect(await readReturnAccount(api, token)).toBeUndefined()
  expect(await name()).toBe('closed')
})

test('a payer whose number the bank shows is asked nothing', async () => {
  const { token, name, buy } = await shortLink(({ payer }) => payer)
  expect(await readReturnAccount(api, token)).toBeUndefined()
  expect([await name('0999999999'), await triesOf(buy)]).toEqual(['closed', 0])
})

test('three tries in a day, six in all, and the accepted account stays', async () => {
  const { buy, number, name } = await shortLink()
  banks.set(number, found('EVE OKON'))
  for (const _ of [1, 2, 3]) expect(await name()).toBe('differs')
  expect(await name()).toBe('limited')
  clock.advance(24 * HOUR)
  expect(await name()).toBe('differs')
  banks.set(number, SAME)
  const both = await Promise.all([name(), name()])
  expect(both.toSorted()).toEqual(expect.arrayContaining(['match']))
  expect(await triesOf(buy)).toBeLessThanOrEqual(6)
  const { rows } = await owner.query('select account_number from return_account where transaction_id = $1', [
    buy,
  ])
  expect(rows).toEqual([{ account_number: number }])
  expect(await name('0999999999')).toBe('closed')
})

test('more than may go back without a decision stays with operators', async () => {
  const { account, buy, number, name } = await shortLink(undefined, 120_000, 150_000)
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  await endWindow(account, buy)
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['part_paid', ['underpaid']])
})

test('the name of the account is screened too', async () => {
  const { account, buy, number, name } = await shortLink()
  banks.set(number, SAME)
  expect(await name()).toBe('match')
  world.listed.add('OKONKWO ADAEZE NGOZI')
  await endWindow(account, buy)
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['part_paid', ['screening_hit']])
})
