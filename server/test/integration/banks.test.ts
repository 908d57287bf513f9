import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import type { NameAnswer } from '../../src/movements/payouts/name-enquiry.ts'
import { enquiryLimits } from '../../src/movements/payouts/name-enquiry-store.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const bank: { answer: NameAnswer | undefined } = { answer: undefined }
const deps = { ...wireTestApi(database), nameEnquiry: { ask: async () => bank.answer } }
const app = createApp(deps)
const keys = { ada: '', bola: '' }
const GTB = '000013'
const ZENITH = '000015'

beforeAll(async () => {
  const issue = async (linkTag: string): Promise<string> => {
    await createBusiness(owner, { name: linkTag, linkTag, ...why })
    return (await issueKey({ pool: owner, ...testKeys }, { business: linkTag, mode: 'test', ...why })).secret
  }
  keys.ada = await issue('ada-foods')
  keys.bola = await issue('bola-motors')
  await payTo(GTB, 6, 'succeeded', 10)
  await payTo(ZENITH, 3, 'succeeded', 10)
  await payTo(ZENITH, 3, 'failed', 3 * 24 * 60)
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

/** Simulates payouts to a bank that were sent at that time and ended after twenty seconds. */
async function payTo(
  bankCode: string,
  count: number,
  state: 'succeeded' | 'failed',
  minutesAgo: number,
): Promise<void> {
  const account = newId()
  await owner.query(`select open_payout_account($1, 'test', 'paystack', $2, null, now())`, [account, account])
  for (let number = 1; number <= count; number += 1) {
    const right = newId()
    await owner.query(
      `with r as (
         insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
           amount_minor, opened_at)
         values ($1, 'test', uuidv7(), 'payout', 1, uuidv7(), 'ref', $2, '0123456789', 'ADA OBI', 100, now()))
       insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, final_entry_id, ordered_at, first_sent_at,
         sent_at, sent_count, ended_at)
       select uuidv7(), $1, 'test', $3, 1, $1::uuid::text, $4, uuidv7(), uuidv7(), t.at, t.at, t.at, 1, t.at + interval '20 seconds'
       from (select now() - $5 * interval '1 minute' as at) t`,
      [right, bankCode, account, state, minutesAgo],
    )
  }
}

async function listBanks() {
  const reply = await app.inject({ url: '/banks/v1', headers: { 'svc-sec-key': keys.ada } })
  expect(reply.statusCode).toBe(200)
  const { banks } = reply.json()
  return new Map<string, { name: string; health: object }>(
    banks.map((one: { code: string }) => [one.code, one]),
  )
}

async function enquire(fields: object, key = keys.ada) {
  return app.inject({
    method: 'POST',
    url: '/banks/v1/name-enquiry',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify({ bank_name: 'GTBank', account_number: '0123456789', ...fields }),
  })
}

test('every bank is listed with the results of our own payouts', async () => {
  const banks = await listBanks()
  expect(banks.size).toBeGreaterThan(600)
  expect(banks.get(GTB)).toMatchObject({
    health: { state: 'good', typical_seconds: 20, success_percent: 100, attempts: 6 },
  })
})

test('if a day has too few payouts, the week is used', async () => {
  expect((await listBanks()).get(ZENITH)).toMatchObject({
    health: { state: 'degraded', success_percent: 50, attempts: 6 },
  })
})

test('a bank without our payouts is unknown', async () => {
  expect((await listBanks()).get('120001')).toMatchObject({
    health: { state: 'unknown', typical_seconds: null, success_percent: null, attempts: 0 },
  })
})

test.each([
  ['the same name in another order', 'OBI Ada', 'ADA NKECHI OBI', 'match'],
  ['a name that may be the same', 'Ada', 'ADA NKECHI OBI', 'near'],
  ['a name in letters that we cannot read', '张伟', 'ADA NKECHI OBI', 'unknown'],
  ['a name that is only a title', 'Mr', 'ADA NKECHI OBI', 'unknown'],
  ['clearly another name', 'Musa Bello', 'ADA NKECHI OBI', 'different'],
])('%s is returned with the name at the bank', async (_, given, found, outcome) => {
  bank.answer = { outcome: 'found', accountName: found }
  const reply = await enquire({ account_name: given })
  expect(reply.json()).toMatchObject({
    enquiry: { bank_code: GTB, outcome, initials: null, account_name: found },
  })
})

test('without a name to compare, the name at the bank and its initials are returned', async () => {
  bank.answer = { outcome: 'found', accountName: 'ADA NKECHI OBI' }
  const reply = await enquire({})
  expect(reply.json()).toMatchObject({
    enquiry: { outcome: 'found', initials: 'A. N. O.', account_name: 'ADA NKECHI OBI' },
  })
})

test('an unknown account and a silent bank have different answers', async () => {
  bank.answer = { outcome: 'not_found' }
  expect((await enquire({ account_name: 'Ada Obi' })).json()).toMatchObject({
    enquiry: { outcome: 'not_found', account_name: null },
  })
  bank.answer = undefined
  expect((await enquire({ account_name: 'Ada Obi' })).json()).toMatchObject({
    enquiry: { outcome: 'no_answer', account_name: null },
  })
})

test('an unknown bank is refused with suggestions', async () => {
  const reply = await enquire({ bank_name: 'Zenit Bank' })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors[0]).toMatchObject({ field: 'bank_name', code: 'bank_unknown' })
  expect(reply.json().errors[0].suggestions.map(({ code }: { code: string }) => code)).toContain(ZENITH)
})

test('name enquiries of a business are limited and recorded', async () => {
  bank.answer = { outcome: 'found', accountName: 'ADA NKECHI OBI' }
  const replies = await Promise.all(
    Array.from({ length: enquiryLimits.minute + 5 }, async (_, number) =>
      enquire({ account_number: String(number).padStart(10, '0') }, keys.bola),
    ),
  )
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.json()).toMatchObject({ code: 'name_enquiry_limit' })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  const { rows } = await owner.query(
    `select count(*)::integer as count, count(distinct account_number)::integer as accounts
     from name_enquiry e join business b on b.id = e.business_id where b.link_tag = 'bola-motors'`,
  )
  expect(rows[0]).toEqual({ count: enquiryLimits.minute, accounts: enquiryLimits.minute })
  expect((await enquire({})).statusCode).toBe(200)
})
