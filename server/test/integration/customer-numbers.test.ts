import { afterAll, expect, test } from 'vitest'
import { testBank } from '../../src/records/banks/vendor-account.ts'
import { createCustomerNumberStage, PATH, WALLET } from './customer-number-stage.ts'

const stage = await createCustomerNumberStage()
const { world, requests, call, ask, approve, answer } = stage
afterAll(stage.close)

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
    const { rows } = await world.owner.query('select from customer_number')
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
  answer(() => ({ kind: 'unknown', why: 'the connection broke' }))
  const before = requests.length
  expect(await ask(wanted)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await call('GET', PATH)).body.numbers[0]).toMatchObject({
    reference: 'lost-answer',
    state: 'pending',
    account_number: null,
  })
  answer()
  // Within the patience another process may still be asking.
  expect((await ask(wanted)).status).toBe(503)
  world.clock.advance(16_000)
  expect(await ask(wanted)).toMatchObject({ status: 200, body: { number: { state: 'active' } } })
  const asked = requests.slice(before)
  expect(asked).toHaveLength(2)
  expect(asked[0]?.reference).toBe(asked[1]?.reference)
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

test('the database has the identity reference encrypted, and compares it all the same', async () => {
  const wanted = { reference: 'encrypted', identity_reference: 'idv_only_here_1' }
  expect((await ask(wanted)).body.number.identity_reference).toBe('idv_only_here_1')
  const { rows } = await world.owner.query<{ text: string }>('select c::text as text from customer_number c')
  expect(rows.map(({ text }) => text).join()).toMatch(/sealed:/)
  expect(rows.map(({ text }) => text).join()).not.toContain('idv_only_here_1')
  expect((await ask(wanted)).status).toBe(200)
  expect((await ask({ ...wanted, identity_reference: 'idv_only_here_2' })).status).toBe(409)
  const plain = world.owner.query(
    `insert into customer_number select (json_populate_record(c, '{"reference": "plain", "identity_reference": "idv_plain_1"}')).* from customer_number c limit 1`,
  )
  await expect(plain).rejects.toMatchObject({ constraint: 'customer_number_identity_sealed' })
})
