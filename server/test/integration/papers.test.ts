import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { drawPaper } from '../../src/entry/http/papers/draw-paper.ts'
import { readPaperFacts } from '../../src/flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../src/flows/papers/receipt.ts'
import { newId, parseId } from '../../src/kernel/ids/ids.ts'
import { asTenant, createPool } from '../../src/kernel/postgres/pool.ts'
import { selectPayoutTraces } from '../../src/records/transactions/timeline/timeline-facts-store.ts'
import { buyOf, sellOf, type WireRequest } from './authorisation/requests.ts'
import { createOperators, createTenancies, type Tenancy } from './authorisation/tenancies.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)
let ada: Tenancy
let bola: Tenancy

beforeAll(async () => {
  await createOperators(owner)
  ada = testOf(await createTenancies(owner, 'ada-foods', 1))
  bola = testOf(await createTenancies(owner, 'bola-motors', 2))
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

function testOf(tenancies: readonly Tenancy[]): Tenancy {
  const found = tenancies.find(({ mode }) => mode === 'test')
  if (found === undefined) throw new Error('there is a test mode')
  return found
}

async function accept({ method, url, headers, body }: WireRequest, tenancy: Tenancy): Promise<string> {
  const all = { ...headers, 'svc-sec-key': tenancy.keys['all scopes'] }
  const reply = await app.inject({ method, url, headers: all, payload: body ?? '' })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().transaction.transaction_id
}

const paperOf = async (id: string, paper: string, tenancy = ada) =>
  app.inject({
    url: `/transactions/v1/${id}/${paper}`,
    headers: { 'svc-sec-key': tenancy.keys['read only'] },
  })

test('an unpaid buy has a letter and no receipt', async () => {
  const id = await accept(buyOf(ada), ada)
  const letter = await paperOf(id, 'trace-letter')
  expect(letter.statusCode).toBe(200)
  expect(letter.headers['content-type']).toBe('application/pdf')
  expect(letter.headers['content-disposition']).toBe(`attachment; filename="trace-letter-${id}.pdf"`)
  expect(letter.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await paperOf(id, 'trace-letter')).rawPayload.equals(letter.rawPayload)).toBe(true)
  const receipt = await paperOf(id, 'receipt')
  expect(receipt.statusCode).toBe(409)
  expect(receipt.json()).toMatchObject({ code: 'receipt_not_ready' })
})

test('a sell whose naira was not sent has no letter and no receipt', async () => {
  const id = await accept(sellOf(ada), ada)
  expect((await paperOf(id, 'trace-letter')).json()).toMatchObject({ code: 'trace_letter_not_possible' })
  expect((await paperOf(id, 'receipt')).json()).toMatchObject({ code: 'receipt_not_ready' })
})

test('a sell whose naira was sent has a letter with the data that a bank needs to find it', async () => {
  const id = await accept(sellOf(ada, { reference: 'sent' }), ada)
  const [transactionId, account, right] = [parseId('transaction', id) ?? '', newId(), newId()]
  await owner.query(`select open_payout_account($1, 'test', 'paystack', 'letters', '9900114417', now())`, [
    account,
  ])
  await owner.query(
    `insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
       amount_minor, opened_at)
     values ($1, 'test', $2, 'payout', 1, $3, 'sent', '000013', '0123456789', 'ADA OBI', 12345, now())`,
    [right, transactionId, ada.uuid],
  )
  await owner.query(
    `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, first_sent_at, sent_at,
       sent_count, session_id)
     values (uuidv7(), $1, 'test', $2, 1, 'afr-1', 'accepted', uuidv7(), now(), now(), now(), 1, '000014')`,
    [right, account],
  )
  const { payouts } = await readPaperFacts(deps.pool, { businessId: ada.uuid, mode: 'test' }, transactionId)
  expect(payouts).toMatchObject([
    { reference: 'afr-1', sessionId: '000014', amountMinor: 12_345n, fromEnding: '4417', endedAt: null },
  ])
  expect((await paperOf(id, 'trace-letter')).statusCode).toBe(200)
  const others = await asTenant(deps.pool, { businessId: bola.uuid, mode: 'test' }, async (sql) =>
    selectPayoutTraces(sql, transactionId),
  )
  expect(others).toEqual([])
})

test.each(['receipt', 'trace-letter'])('another business’s %s does not exist', async (paper) => {
  const id = await accept(buyOf(ada, { reference: `for-${paper}` }), ada)
  const reply = await paperOf(id, paper, bola)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'transaction_unknown' })
})

test('a completed transaction has a receipt from the database', async () => {
  const id = await accept(buyOf(ada, { reference: 'done' }), ada)
  const transactionId = parseId('transaction', id) ?? ''
  for (const event of ['paid_in_full', 'checks_passed', 'credited_to_balance']) {
    await owner.query(
      `select move_transaction(id, version, $2, '{}', now(), null) from transaction where id = $1`,
      [transactionId, event],
    )
  }
  const reply = await paperOf(id, 'receipt')
  expect(reply.statusCode, reply.body).toBe(200)
  const facts = await readPaperFacts(deps.pool, { businessId: ada.uuid, mode: 'test' }, transactionId)
  const receipt = writeReceipt(facts, deps.explorers, deps.issuer)
  expect(receipt).toMatchObject({ isTest: true, subtitle: 'Purchase of NGNC, completed' })
  const { number, token } = await issuedTo(transactionId, 'receipt')
  expect(number).toMatch(/^TEST-20\d\d-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const issued = { number, verifyUrl: `https://api.afara.test/verify/${token}` }
  expect(reply.rawPayload.equals(await drawPaper({ ...receipt, issued }))).toBe(true)
  // Printed again, it is the same paper.
  expect((await paperOf(id, 'receipt')).rawPayload.equals(reply.rawPayload)).toBe(true)
})

const issuedTo = async (transactionId: string, kind: string) => {
  const { rows } = await owner.query<{ number: string; token: string }>(
    'select number, token from issued_paper where transaction_id = $1 and kind = $2',
    [transactionId, kind],
  )
  if (rows[0] === undefined) throw new Error('no paper was issued')
  return rows[0]
}

test('anyone verifies a receipt against our books, without the name of a person or a number that helps a thief', async () => {
  const id = await accept(buyOf(ada, { reference: 'verified' }), ada)
  const transactionId = parseId('transaction', id) ?? ''
  const move = async (event: string) =>
    owner.query(
      `select move_transaction(id, version, $2, '{}', now(), null) from transaction where id = $1`,
      [transactionId, event],
    )
  for (const event of ['paid_in_full', 'checks_passed', 'credited_to_balance']) await move(event)
  await paperOf(id, 'receipt')
  const { number, token } = await issuedTo(transactionId, 'receipt')
  const page = await app.inject(`/verify/${token}`)
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('We issued this receipt')
  expect(page.body).toContain(number)
  expect(page.body).toContain('This is a test. No real money moved.')
  const { told } = await readPaperFacts(deps.pool, { businessId: ada.uuid, mode: 'test' }, transactionId)
  if (told.type !== 'buy' || told.buy.payer === null) throw new Error('a claimed buy')
  expect(page.body).not.toContain(told.buy.payer.accountNumber)
  expect(page.body).not.toContain(told.buy.payer.accountNumber.slice(-4))
  const unknown = await app.inject('/verify/AAAAAAAAAAAAAAAAAAAAAA')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.body).toContain('We do not know this paper')
  expect((await app.inject(`/verify/${number}`)).statusCode).toBe(404)
})

test('the books decide: a receipt of a payment that changed since is not confirmed', async () => {
  const id = await accept(buyOf(ada, { reference: 'letter-verified' }), ada)
  const transactionId = parseId('transaction', id) ?? ''
  await paperOf(id, 'trace-letter')
  const { token } = await issuedTo(transactionId, 'trace_letter')
  expect((await app.inject(`/verify/${token}`)).body).toContain('It does not prove that anything was paid.')
  await owner.query(
    `select move_transaction(id, version, 'paid_in_full', '{}', now(), null) from transaction where id = $1`,
    [transactionId],
  )
  expect((await app.inject(`/verify/${token}`)).body).toContain('Do not rely on this')
  const changed = owner.query(`update issued_paper set number = 'AFR-2026-0000-0000'`)
  await expect(changed).rejects.toThrow(/append-only|history|never/)
})

test('when there are too many requests for pages, the page of a paper is refused as any other page is, and not as a failure of ours', async () => {
  const statuses = new Set<number>()
  for (let at = 0; at < 7; at += 1) {
    const asked = Array.from({ length: 100 }, async () =>
      app.inject({ url: '/verify/AAAAAAAAAAAAAAAAAAAAAA', remoteAddress: '10.9.8.7' }),
    )
    for (const { statusCode } of await Promise.all(asked)) statuses.add(statusCode)
  }
  expect(statuses).toEqual(new Set([404, 429]))
})
