import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createNumberDesk } from '../../src/flows/collections/number-desk.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import type { StandingAnswer, StandingRequest } from '../../src/movements/collections/collection-rail.ts'
import { openCustomerBuy } from '../../src/movements/collections/customer-number-store.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { testBank } from '../../src/records/banks/vendor-account.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { createMatchingWorld, type WorldAccount } from '../matching-world.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const PATH = '/collections/v1/numbers'
const POOL: WorldAccount = {
  id: newId(),
  number: '8800000001',
  payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA OBI' },
}
const WALLET = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const why = { actor: 'system:test', reason: 'a test' }

const database = await createTestDatabase()
const world = await createMatchingWorld(database)
const wired = wireTestApi(database)

const requests: StandingRequest[] = []
let next: (request: StandingRequest) => StandingAnswer
const give = (): StandingAnswer => ({
  kind: 'given',
  number: `98${String(requests.length).padStart(8, '0')}`,
  bankName: 'Wema Bank',
  accountName: 'Ada Obi',
})
const numbers = createNumberDesk({
  pool: wired.pool,
  clock: world.clock,
  rails: {
    live: [],
    test: [
      {
        vendor: 'kora',
        traits: {
          wrongAmount: 'sent_back',
          topUp: 'sent_back',
          showsPayerAccount: true,
          returns: 'by_payout',
          settles: 'at_once',
          cost: { millionths: 0n, fixedMinor: 0n, mostMinor: 0n },
          isRepeatable: true,
          barsRamps: false,
          standing: 'repeatable',
        },
        open: async () => ({ kind: 'refused', why: 'none' }),
        reserve: async (request) => {
          requests.push(request)
          return next(request)
        },
      },
    ],
  },
  onError: (error) => {
    throw error
  },
})
const app = createApp({ ...wired, clock: world.clock, numbers })

const keys: Record<string, string> = {}
const ids: Record<string, string> = {}
let references = 0

beforeAll(async () => {
  for (const tag of ['ada', 'bola']) {
    ids[tag] = (await createBusiness(world.owner, { name: tag, linkTag: tag, ...why })).id
    const deps = { pool: world.owner, ...testKeys }
    keys[tag] = (await issueKey(deps, { business: tag, mode: 'test', ...why })).secret
  }
  await world.openAccount()
  await world.owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', 'kora', true)`,
    [POOL.id, POOL.number],
  )
  next = give
})
afterAll(async () => {
  await app.close()
  await wired.stop()
  await world.close()
})

const call = async (method: 'GET' | 'POST', url: string, body?: object, tag = 'ada') => {
  const response = await app.inject({
    method,
    url,
    headers: { 'svc-sec-key': keys[tag], ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    replayed: response.headers['idempotent-replayed'],
    text: response.body,
    body: response.json(),
  }
}

const ask = async (change: object = {}, tag = 'ada') => {
  references += 1
  return call(
    'POST',
    PATH,
    {
      business_id: formatId('business', ids[tag] ?? ''),
      link_tag: tag,
      reference: `customer-${references}`,
      customer_name: 'Ada Obi',
      identity_type: 'bvn',
      identity_reference: 'idv_7f3a9c2e51b8',
      ...change,
    },
    tag,
  )
}

const approve = async (tag: string, isApproved = true) =>
  world.owner.query(`update business_mode set may_number_customers = $2 where business_id = $1`, [
    ids[tag],
    isApproved,
  ])

/** Records a payment to a number, and matches the pool. */
const pay = async (number: string, naira: number, change: Partial<BankLine> = {}) => {
  const line = { ...world.paymentOf(POOL, BigInt(naira) * 100n, POOL.payer), paidTo: number, ...change }
  const [id = ''] = await world.record(POOL, [line])
  await world.match(POOL)
  return id
}

const buyOf = async (lineId: string) => {
  const { rows } = await world.owner.query(
    `select t.status, t.business_id as business, t.amount_minor::text as amount, t.metadata, b.network, b.wallet_address as wallet
     from customer_number_payment p join transaction t on t.id = p.transaction_id join buy b on b.transaction_id = t.id
     where p.line_id = $1`,
    [lineId],
  )
  return rows
}

const returnsOf = async (lineId: string) => {
  const { rows } = await world.owner.query<{ amount: string; to: string }>(
    `select amount_minor::text as amount, account_number as to from credit_return where line_id = $1 and case_id is null`,
    [lineId],
  )
  return rows
}

test('a business that two operators did not approve gets no standing number, and no vendor is asked', async () => {
  expect(await ask()).toMatchObject({
    status: 403,
    body: { code: 'customer_numbers_off', message: expect.stringContaining('onramp/expected') },
  })
  expect(requests).toEqual([])
  await approve('ada')
  await approve('bola')
})

test.each(['22233344455', '222-3334-4455', 'bvn:22233344455'])(
  'a BVN (%s) is refused with what to send instead, and is neither stored nor repeated',
  async (identity) => {
    const refused = await ask({ identity_reference: identity })
    expect(refused).toMatchObject({ status: 422, body: { code: 'identity_number_sent' } })
    expect(refused.body.message).toContain('reference that your identity provider gave you')
    expect(refused.text).not.toContain(identity)
    const { rows } = await world.owner.query(`select from customer_number where identity_reference = $1`, [
      identity,
    ])
    expect([rows, requests]).toEqual([[], []])
  },
)

test.each([
  [{ reference: 'a b' }, 422, 'field_invalid'],
  [{ identity_reference: 'short' }, 422, 'field_invalid'],
  [{ identity_type: 'passport' }, 422, 'field_invalid'],
  [{ network: 'Polygon' }, 422, 'wallet_incomplete'],
  [{ link_tag: 'bola' }, 403, 'business_mismatch'],
  [{ bvn: '22233344455' }, 422, 'field_unknown'],
])('%j is refused', async (change, status, code) => {
  const refused = await ask(change)
  expect([refused.status, refused.body.code ?? refused.body.errors?.[0]?.code]).toEqual([status, code])
})

test('a customer has one number, however often it is requested', async () => {
  const wanted = { reference: 'one-number', ...WALLET }
  const made = await Promise.all(Array.from({ length: 20 }, async () => ask(wanted)))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(made.map(({ body }) => body.number.account_number)).size).toBe(1)
  expect(requests).toEqual([
    {
      reference: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Ada Obi',
      identity: { type: 'bvn', reference: 'idv_7f3a9c2e51b8' },
    },
  ])
  const again = await ask(wanted)
  expect(again).toMatchObject({
    replayed: 'true',
    body: {
      number: {
        state: 'active',
        account_name: 'TEST Ada Obi',
        bank_name: testBank.name,
        ...WALLET,
        ended_at: null,
      },
    },
  })
  expect(await ask({ ...wanted, customer_name: 'Bola Ade' })).toMatchObject({
    status: 409,
    body: { code: 'reference_conflict' },
  })
})

test('a lost answer is unknown, and the same request later asks for the same number again', async () => {
  const wanted = { reference: 'lost-answer' }
  next = () => ({ kind: 'unknown', why: 'the connection broke' })
  const before = requests.length
  expect(await ask(wanted)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await call('GET', PATH)).body.numbers[0]).toMatchObject({
    reference: 'lost-answer',
    state: 'pending',
    account_number: null,
  })
  next = give
  // Within the patience another process may still be asking.
  expect((await ask(wanted)).status).toBe(503)
  world.clock.advance(16_000)
  expect(await ask(wanted)).toMatchObject({ status: 200, body: { number: { state: 'active' } } })
  const asked = requests.slice(before)
  expect(asked).toHaveLength(2)
  expect(asked[0]?.reference).toBe(asked[1]?.reference)
})

test('each payment to the number becomes a paid buy for the customer, without a claim', async () => {
  const { body } = await ask({ reference: 'pays-often', ...WALLET })
  const number = body.number.account_number
  const first = await pay(number, 20_000)
  const second = await pay(number, 20_000)
  const odd = await pay(number, 0, { grossMinor: 1_777_733n, settledMinor: 1_777_733n })
  for (const [line, amount] of [
    [first, '2000000'],
    [second, '2000000'],
    [odd, '1777733'],
  ] as const) {
    expect(await buyOf(line)).toEqual([
      {
        status: 'payment_received',
        business: ids['ada'],
        amount,
        metadata: { customer_reference: 'pays-often', number_id: body.number.id },
        network: 'Polygon',
        wallet: WALLET.wallet_address,
      },
    ])
    expect(await world.allocationsOf(line)).toMatchObject([{ evidence: 'own_number', ground: 'expected' }])
  }
  const listed = await call('GET', `/transactions/v1?metadata=number_id:${body.number.id}`)
  expect(listed.body.transactions).toHaveLength(3)
  expect(await world.findings()).toEqual([])
})

test('two workers and a repeated report make one buy of one payment', async () => {
  const { body } = await ask({ reference: 'once' })
  const line = {
    ...world.paymentOf(POOL, 3_000_000n, POOL.payer),
    paidTo: body.number.account_number,
  }
  const [id = ''] = await world.record(POOL, [line])
  await Promise.all([world.match(POOL), world.match(POOL), world.match(POOL)])
  await world.record(POOL, [line])
  await world.match(POOL)
  expect(await buyOf(id)).toHaveLength(1)
  expect(await world.allocationsOf(id)).toHaveLength(1)
})

test('a payment that is too small for a buy goes back to the account in the bank’s record', async () => {
  const { body } = await ask({ reference: 'pays-little' })
  const line = await pay(body.number.account_number, 14_999)
  expect(await buyOf(line)).toEqual([])
  expect(await returnsOf(line)).toEqual([{ amount: '1499900', to: POOL.payer.accountNumber }])
  const hidden = await pay(body.number.account_number, 500, { payer: { accountMask: '******6789' } })
  expect(await returnsOf(hidden)).toEqual([])
  expect(await world.casesOf(hidden)).toEqual(['unmatched'])
})

test('after the end, payments go back; what was booked before still becomes a buy', async () => {
  const { body } = await ask({ reference: 'ends' })
  const { id, account_number: number } = body.number
  const before = world.clock.now()
  world.clock.advance(60_000)
  expect(await call('POST', `${PATH}/${id}/end`)).toMatchObject({
    status: 200,
    replayed: undefined,
    body: { number: { state: 'ended', ended_at: expect.any(String) } },
  })
  expect(await call('POST', `${PATH}/${id}/end`)).toMatchObject({ status: 200, replayed: 'true' })
  world.clock.advance(60_000)
  const late = await pay(number, 20_000)
  expect([await buyOf(late), await returnsOf(late)]).toEqual([
    [],
    [{ amount: '2000000', to: POOL.payer.accountNumber }],
  ])
  const earlier = await pay(number, 20_000, { bookedAt: before })
  expect(await buyOf(earlier)).toMatchObject([{ status: 'payment_received' }])
  expect(await world.findings()).toEqual([])
})

test('without the approval payments go back, and a suspended business gets its buys when it resumes', async () => {
  const { body } = await ask({ reference: 'withdrawn' })
  const number = body.number.account_number
  await approve('ada', false)
  const back = await pay(number, 20_000)
  expect([await buyOf(back), (await returnsOf(back)).length]).toEqual([[], 1])
  expect(await ask({ reference: 'another' })).toMatchObject({ status: 403 })
  await approve('ada')
  await world.owner.query(
    `update business_mode set status = 'suspended' where business_id = $1 and mode = 'test'`,
    [ids['ada']],
  )
  const waiting = await pay(number, 20_000)
  expect([await buyOf(waiting), await returnsOf(waiting)]).toEqual([[], []])
  await world.owner.query(
    `update business_mode set status = 'active' where business_id = $1 and mode = 'test'`,
    [ids['ada']],
  )
  world.clock.advance(31 * 60_000)
  await world.match(POOL)
  expect(await buyOf(waiting)).toMatchObject([{ status: 'payment_received' }])
})

test('a business sees and ends only its own numbers', async () => {
  const { body } = await ask({ reference: 'private' })
  const { id } = body.number
  expect(await call('GET', `${PATH}/${id}`)).toMatchObject({ status: 200, body: { number: { id } } })
  for (const [method, path] of [
    ['GET', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/end`],
  ] as const)
    expect(await call(method, path, undefined, 'bola')).toMatchObject({
      status: 404,
      body: { code: 'number_unknown' },
    })
  expect((await call('GET', PATH, undefined, 'bola')).body.numbers).toEqual([])
  expect((await ask({ reference: 'private' }, 'bola')).body.number.id).not.toBe(id)
  const page = await call('GET', `${PATH}?limit=1`)
  expect(page.body).toMatchObject({ has_more: true, numbers: [{ reference: 'private' }] })
  const rest = await call('GET', `${PATH}?limit=1&after=${page.body.next}`)
  expect(rest.body.numbers[0].reference).not.toBe('private')
})

test('the worker cannot open a buy that is not what the number and the payment say', async () => {
  const { body } = await ask({ reference: 'exact' })
  const line = { ...world.paymentOf(POOL, 2_500_000n, POOL.payer), paidTo: body.number.account_number }
  const [id = ''] = await world.record(POOL, [line])
  const account = await world.openAccount()
  const draft = world.draft(ids['bola'] ?? '', account, 25_000)
  const request = {
    ordinal: 0,
    id: draft.id,
    business_id: draft.businessId,
    mode: 'test',
    amount_minor: '2500000',
    reference: draft.reference,
    meaning: `\\x${draft.meaning.toString('hex')}`,
    vendor_account_id: account.id,
    fee_minor: '0',
    at: world.clock.now(),
    due_at: world.clock.now(),
  }
  await expect(openCustomerBuy(world.worker, id, request, world.clock.now())).rejects.toMatchObject({
    code: 'AF593',
  })
  await world.match(POOL)
  expect(await buyOf(id)).toMatchObject([{ business: ids['ada'] }])
})

test('the number of a customer is never given to a buy', async () => {
  const { body } = await ask({ reference: 'shared' })
  const number = body.number.account_number
  const account = await world.openAccount()
  const buy = await world.claim(ids['bola'] ?? '', account, 20_000)
  const request = newId()
  await world.api.query(`select ask_for_number($1, $2, '{kora}', $3, '15 seconds')`, [
    request,
    buy,
    world.clock.now(),
  ])
  const answer = {
    state: 'given',
    number,
    bank_name: 'TEST BANK',
    account_name: 'TEST Shop',
    valid_until: new Date(world.clock.now().getTime() + 3_600_000),
  }
  const noted = await world.api.query('select note_number($1, $2, false, $3) as shown', [
    request,
    JSON.stringify(answer),
    world.clock.now(),
  ])
  expect(noted.rows).toEqual([{ shown: false }])
  const line = await pay(number, 20_000)
  expect(await buyOf(line)).toMatchObject([{ business: ids['ada'], status: 'payment_received' }])
  expect(await world.statusOf(buy)).toBe('pending_payment')
})
