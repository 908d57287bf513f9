import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { advanceBatch, createBatchSells } from '../../src/flows/batches/advance-batch.ts'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { newId, parseId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { keyScopes } from '../../src/records/keys/key-rights.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry, readBalance } from '../../src/records/ledger/ledger-store.ts'
import { acceptBatchSells } from '../../src/records/transactions/accepting/sell-store.ts'
import { openPayoutAccount } from './authorisation/give-balance.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 8, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)
const failures: unknown[] = []
const asked = { count: 0, isDown: false }
const working = {
  pool: worker,
  clock,
  sells: createBatchSells({ pool: worker, clock }),
  names: {
    ask: async ({ accountNumber }: Readonly<{ accountNumber: string }>) => {
      asked.count += 1
      if (asked.isDown || accountNumber.startsWith('99')) return undefined
      if (accountNumber.startsWith('98')) return { outcome: 'not_found' } as const
      return { outcome: 'found', accountName: 'ADA NGOZI OBI' } as const
    },
  },
  nudge: async () => {},
  onFailure: (_id: string, error: unknown) => {
    if (!String(error).includes('banks did not answer')) failures.push(error)
  },
}
await openPayoutAccount(owner, 'test')
await owner.query(
  'update payout_account set available_minor = 100000000000, read_at = now(), lines_whole_at = now()',
)
afterAll(async () => {
  await app.close()
  await deps.stop()
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

let shops = 0

async function open(naira = 1_000_000, terms: object = {}) {
  shops += 1
  const linkTag = `batches-${shops}`
  const why = { actor: 'system:test', reason: 'a test' }
  const { id } = await createBusiness(owner, { name: linkTag, linkTag, ...why })
  for (const [column, value] of Object.entries({ may_hold_balance: true, ...terms }))
    await owner.query(`update business_mode set ${column} = $2 where business_id = $1`, [id, value])
  const postings = [posting(capital, business(id), money('NGNC', BigInt(naira) * 100n))]
  const at = clock.now()
  await postEntry(owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
  const issued = { business: linkTag, mode: 'test' as const, scopes: keyScopes, ...why }
  const { secret } = await issueKey({ pool: owner, ...testKeys }, issued)
  return { id, key: secret, fields: { link_tag: linkTag } }
}

type Shop = Awaited<ReturnType<typeof open>>
type Wire = Readonly<Record<string, unknown>>
type Batch = Readonly<{
  id: string
  state: string
  rows: number
  checked: number
  preview: { rows: number; total: number; fee: number; problem_rows: number; problems: unknown[] } | null
  outcomes: Record<string, number>
}>
type Row = Readonly<{
  row: number
  name_check: string | null
  name_at_bank: string
  problems: ReadonlyArray<{ code: string; message: string }>
  outcome: string
  refusal: { code: string } | null
  reference: string
  transaction_status: string | null
}>

async function ask(
  { key }: Shop,
  method: 'GET' | 'POST',
  url: string,
  body?: object | string,
  more: Record<string, string> = {},
) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  const reply = await app.inject({
    method,
    url,
    headers: { 'svc-sec-key': key, ...(body !== undefined && { 'content-type': type }), ...more },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const json = (reply.headers['content-type'] as string).startsWith('application/json')
    ? (reply.json() as Wire & { batch: Batch; rows: Row[] })
    : ({} as Wire & { batch: Batch; rows: Row[] })
  const verdict = reply.statusCode === 200 ? '200' : `${reply.statusCode} ${String(json['code'])}`
  return { verdict, json, text: reply.body, headers: reply.headers }
}

const PATH = '/payouts/v1/batches'
const uuidOf = (id: string) => parseId('batch', id) ?? ''
const work = async (id: string) => {
  // The next look is due in a second or later; a test does not wait for it.
  await owner.query('update wake set due_at = now() where subject_id = $1', [uuidOf(id)])
  return advanceBatch(working, uuidOf(id))
}

const row = (place: number, changes: object = {}) => ({
  bank_name: 'GTBank',
  account_number: String(1_000_000_000 + place),
  account_name: 'Ada Obi',
  amount: '1000',
  ...changes,
})
const rowsOf = (count: number) => Array.from({ length: count }, (_none, place) => row(place))

async function make(shop: Shop, rows: readonly object[]): Promise<Batch> {
  const { json, verdict } = await ask(shop, 'POST', PATH, { rows })
  expect(verdict, JSON.stringify(json)).toBe('200')
  // A bank that does not answer is asked again.
  for (let tries = 0; tries < 10; tries += 1) {
    await work(json.batch.id)
    const { batch } = (await ask(shop, 'GET', `${PATH}/${json.batch.id}`)).json
    if (batch.state !== 'checking') return batch
  }
  throw new Error('the batch does not become ready')
}

const confirm = async (shop: Shop, { id, preview }: Batch, changes: object = {}) =>
  ask(shop, 'POST', `${PATH}/${id}/confirm`, { rows: preview?.rows, total: preview?.total, ...changes })

const listRows = async (shop: Shop, { id }: Batch, query = '?limit=100') =>
  (await ask(shop, 'GET', `${PATH}/${id}/rows${query}`)).json.rows
const balanceOf = async ({ id }: Shop) => (await readBalance(owner, 'test', business(id), 'NGNC')).minor
const sellsOf = async (shop: Shop) => {
  const { rows } = await owner.query<{ reference: string }>(
    `select reference from transaction where business_id = $1 and type = 'sell' order by id`,
    [shop.id],
  )
  return rows.map(({ reference }) => reference)
}

test('a batch is checked without effect, confirmed once, and each row becomes one sell, also if several workers pay it at once', async () => {
  const shop = await open()
  const { json, verdict } = await ask(shop, 'POST', PATH, { rows: rowsOf(600) })
  expect([verdict, json.batch.state, json.batch.checked, json.batch.preview]).toEqual([
    '200',
    'checking',
    0,
    null,
  ])
  const { id } = json.batch
  const early = await ask(shop, 'POST', `${PATH}/${id}/confirm`, { rows: 600, total: 600_000 })
  expect(early.verdict).toBe('409 batch_not_ready')
  await Promise.all([work(id), work(id)])
  const { batch } = (await ask(shop, 'GET', `${PATH}/${id}`)).json
  expect(batch).toMatchObject({
    state: 'ready',
    checked: 600,
    preview: { rows: 600, total: 600_000, problem_rows: 0, problems: [] },
  })
  expect([await balanceOf(shop), await sellsOf(shop)]).toEqual([1_000_000_00n, []])
  const confirmations = await Promise.all([confirm(shop, batch), confirm(shop, batch), confirm(shop, batch)])
  expect(confirmations.map((one) => one.verdict)).toEqual(['200', '200', '200'])
  expect(confirmations.filter((one) => one.headers['idempotent-replayed'] === 'true')).toHaveLength(2)
  await Promise.all([work(id), work(id), work(id)])
  await work(id)
  const references = await sellsOf(shop)
  expect(new Set(references)).toEqual(new Set(rowsOf(600).map((_row, place) => `${id}-${place + 1}`)))
  expect(references).toHaveLength(600)
  expect(await balanceOf(shop)).toBe(400_000_00n)
  const paying = (await ask(shop, 'GET', `${PATH}/${id}`)).json.batch
  expect(paying).toMatchObject({ state: 'paying', outcomes: { paying: 600, waiting: 0, paid: 0 } })
  expect((await confirm(shop, batch)).verdict).toBe('200')
  expect((await ask(shop, 'POST', `${PATH}/${id}/cancel`)).verdict).toBe('409 batch_over')
  expect(failures).toEqual([])
})

test('every row has its own problems, and all of them at once', async () => {
  const shop = await open(10_000)
  const first = await make(shop, [row(7, { reference: 'used-before' }), row(8)])
  await confirm(shop, first)
  await work(first.id)
  const batch = await make(shop, [
    row(1),
    row(2, { bank_name: 'GTBnak' }),
    row(3, { account_number: '12345' }),
    row(4, { account_name: 'Chidi Eze' }),
    row(5, { account_number: '9800000000' }),
    row(6, { account_number: '9900000000' }),
    row(1),
    row(1, { reference: 'meant-twice' }),
    row(9, { reference: 'meant-twice' }),
    row(10, { reference: 'used-before' }),
    row(8),
    row(11, { amount: '99' }),
    row(12, { amount: '1,000' }),
    row(13, { amount: 1000.505 }),
    row(14, { reference: 'a b' }),
    row(15, { amount: 6_000 }),
    row(16, { bank_name: 'nowhere', account_number: 'x', amount: 'y' }),
    row(17, { account_name: undefined }),
  ])
  const rows = await listRows(shop, batch)
  expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    [],
    ['bank_unknown'],
    ['account_number_invalid'],
    ['beneficiary_name_mismatch'],
    ['account_unknown'],
    [],
    ['possible_duplicate'],
    [],
    ['reference_conflict'],
    ['reference_conflict'],
    ['possible_duplicate'],
    ['amount_below_minimum'],
    ['amount_malformed'],
    ['amount_too_fine'],
    ['field_invalid'],
    ['insufficient_balance'],
    ['account_number_invalid', 'amount_malformed', 'bank_unknown'],
    ['insufficient_balance'],
  ])
  expect(rows.map(({ name_check }) => name_check)).toEqual([
    'match',
    null,
    null,
    'different',
    'not_found',
    'no_answer',
    ...Array<string>(9).fill('match'),
    'match',
    null,
    'found',
  ])
  // The bank's name is told only to somebody who knew it.
  expect([rows[0], rows[3], rows[17]].map((one) => one?.name_at_bank)).toEqual([
    'ADA NGOZI OBI',
    '',
    'A. N. O.',
  ])
  expect(rows[6]?.problems[0]?.message).toContain('Row 1')
  expect(rows[10]?.problems[0]?.message).toContain('txn_')
  expect(batch.preview).toMatchObject({ rows: 3, total: 3_000, problem_rows: 15 })
  expect((await listRows(shop, batch, '?only=problems&limit=100')).length).toBe(15)
  expect(await balanceOf(shop)).toBe(8_000_00n)
  expect((await confirm(shop, batch)).verdict).toBe('409 batch_has_problems')
  expect((await confirm(shop, batch, { rows: 18, skip_problems: true })).verdict).toBe('409 batch_differs')
  expect((await confirm(shop, batch, { total: 3_000.01, skip_problems: true })).verdict).toBe(
    '409 batch_differs',
  )
  expect((await confirm(shop, batch, { skip_problems: true })).verdict).toBe('200')
  await work(batch.id)
  expect(await balanceOf(shop)).toBe(5_000_00n)
  const outcomes = (await listRows(shop, batch)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'skipped')).toHaveLength(15)
  expect(outcomes.filter((outcome) => outcome === 'paying')).toHaveLength(3)
})

test('while the banks do not answer, a batch is not ready, and names are compared when they do', async () => {
  const shop = await open()
  const rows = [row(1), row(2, { account_name: 'Chidi Eze' })]
  const { id } = (await ask(shop, 'POST', PATH, { rows })).json.batch
  asked.isDown = true
  for (let tries = 0; tries < 3; tries += 1) await work(id)
  const { batch: waiting } = (await ask(shop, 'GET', `${PATH}/${id}`)).json
  expect([waiting.state, waiting.checked]).toEqual(['checking', 0])
  asked.isDown = false
  await work(id)
  const { batch } = (await ask(shop, 'GET', `${PATH}/${id}`)).json
  expect([batch.state, batch.preview?.rows]).toEqual(['ready', 1])
})

test('the daily limit is checked over the rows together', async () => {
  const shop = await open(100_000, { daily_limit_minor: 2_500_00 })
  const batch = await make(shop, rowsOf(3))
  expect((await listRows(shop, batch)).map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    [],
    [],
    ['daily_limit'],
  ])
})

test('a CSV file makes the same batch, and its outcomes are a CSV file', async () => {
  const shop = await open()
  const file = `\uFEFFAccount Number,Bank_Name,amount,account_name,reference\r\n0123456789,GTBank,25000.50,"Obi, Ada",salary-1\r\n0123456780,058,1000,,\r\n\r\n`
  const { json, verdict } = await ask(shop, 'POST', PATH, file)
  expect(verdict, JSON.stringify(json)).toBe('200')
  await work(json.batch.id)
  const { batch } = (await ask(shop, 'GET', `${PATH}/${json.batch.id}`)).json
  expect(batch.preview).toMatchObject({ rows: 2, total: 26_000.5 })
  await confirm(shop, batch)
  await work(batch.id)
  expect((await sellsOf(shop)).toSorted()).toEqual([`${batch.id}-2`, 'salary-1'])
  const outcome = await ask(shop, 'GET', `${PATH}/${batch.id}/rows.csv`)
  expect(outcome.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = outcome.text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(
    /^1,GTBank,0123456789,"Obi, Ada",25000.50,salary-1,match,ADA NGOZI OBI,paying,,,txn_/,
  )

  for (const [text, wanted] of [
    ['bank_name,account_number\nGTBank,0123456789\n', '422 field_required'],
    ['bank_name,account_number,amuont\nGTBank,0123456789,5\n', '422 field_required'],
    ['bank_name,account_number,amount,amount\nGTBank,0123456789,5,6\n', '400 malformed'],
    ['bank_name,account_number,amount\nGTBank,0123456789\n', '400 malformed'],
    ['bank_name,account_number,amount\n', '422 field_invalid'],
    ['', '422 field_invalid'],
  ] as const) {
    const refused = await ask(shop, 'POST', PATH, text)
    expect(refused.verdict, text).toBe(wanted)
  }
  const misspelt = await ask(shop, 'POST', PATH, 'bank_name,account_number,amount,refrence\nA,1,2,3\n')
  expect(misspelt.json['errors']).toMatchObject([{ field: 'rows/0/refrence', did_you_mean: 'reference' }])
  expect((await ask(shop, 'POST', '/drills/v1', 'a,b\n')).verdict).toBe('415 not_json')
})

test('a body that names a field twice or is too large is refused, and digits are exact', async () => {
  const shop = await open()
  const twice = '{"rows":[{"bank_name":"GTBank","account_number":"0123456789","amount":1,"amount":1000}]}'
  const send = async (payload: string) =>
    app.inject({
      method: 'POST',
      url: PATH,
      headers: { 'svc-sec-key': shop.key, 'content-type': 'application/json' },
      payload,
    })
  expect((await send(twice)).json()).toMatchObject({ code: 'malformed' })
  const exact =
    '{"rows":[{"bank_name":"GTBank","account_number":"0123456789","amount":1000.00999999999999999999}]}'
  const { batch } = (await send(exact)).json<{ batch: Batch }>()
  await work(batch.id)
  expect((await listRows(shop, batch))[0]?.problems.map(({ code }) => code)).toEqual(['amount_too_fine'])
  const large = await send(JSON.stringify({ rows: [{ account_name: 'x'.repeat(4 * 1024 * 1024) }] }))
  expect(large.json()).toMatchObject({ code: 'body_too_large', message: 'The body is larger than 4 MB.' })
  expect((await ask(shop, 'POST', PATH, { rows: rowsOf(10_001) })).verdict).toBe('422 field_invalid')
})

test('what happens between the preview and the payment is refused for its row, and the others go on', async () => {
  const shop = await open(10_000)
  const batch = await make(shop, [row(1, { reference: 'one' }), row(2, { reference: 'two' }), row(3)])
  // Another transaction takes a reference after the confirmation: once with the same payment, once with another.
  await confirm(shop, batch)
  const sell = async (reference: string, amount: number) =>
    ask(shop, 'POST', '/transactions/v1/offramp', {
      business_id: `biz_${shop.id.replaceAll('-', '')}`,
      ...shop.fields,
      type: 'sell_ramp',
      ...row(1),
      account_name: 'Ada Obi',
      amount,
      reference,
    })
  expect((await sell('one', 1_000)).verdict).toBe('200')
  expect((await sell('two', 2_000)).verdict).toBe('200')
  await work(batch.id)
  const rows = await listRows(shop, batch)
  expect(rows.map(({ outcome, refusal }) => [outcome, refusal?.code])).toEqual([
    ['refused', 'reference_conflict'],
    ['refused', 'reference_conflict'],
    ['paying', undefined],
  ])
  expect(await balanceOf(shop)).toBe(6_000_00n)
  expect(failures).toEqual([])
})

test('a batch whose payments were made since its preview is not confirmed, nor one that the balance no longer covers', async () => {
  const shop = await open(3_500)
  const [one, other] = [await make(shop, [row(1)]), await make(shop, [row(1)])]
  const big = await make(shop, rowsOf(5).slice(2))
  expect((await confirm(shop, one)).verdict).toBe('200')
  // Its sell does not exist yet, but its confirmation does.
  expect((await confirm(shop, other)).verdict).toBe('409 batch_stale')
  await work(one.id)
  expect((await confirm(shop, other)).verdict).toBe('409 batch_stale')
  expect((await confirm(shop, big)).verdict).toBe('422 insufficient_balance')
  expect(await balanceOf(shop)).toBe(2_500_00n)
  expect((await make(shop, [row(1)])).preview).toMatchObject({ rows: 0, problem_rows: 1 })
})

test('a batch ends when its last sell has ended', async () => {
  const shop = await open()
  const batch = await make(shop, rowsOf(2))
  await confirm(shop, batch)
  await work(batch.id)
  const dueAt = async () =>
    (await owner.query<{ due_at: Date }>('select due_at from wake where subject_id = $1', [uuidOf(batch.id)]))
      .rows[0]?.due_at
  expect((await dueAt())?.getTime()).toBeGreaterThan(Date.now())
  await owner.query(`update transaction set status = 'completed' where business_id = $1 and type = 'sell'`, [
    shop.id,
  ])
  await work(batch.id)
  const { batch: ended } = (await ask(shop, 'GET', `${PATH}/${batch.id}`)).json
  expect(ended).toMatchObject({ state: 'completed', outcomes: { paid: 2 } })
  expect(await dueAt()).toBeUndefined()
})

test('a cancelled batch is never paid, and the worker accepts nothing but rows of confirmed batches', async () => {
  const shop = await open()
  const batch = await make(shop, rowsOf(2))
  const cancel = async () => ask(shop, 'POST', `${PATH}/${batch.id}/cancel`)
  expect((await cancel()).json.batch.state).toBe('cancelled')
  expect((await cancel()).headers['idempotent-replayed']).toBe('true')
  expect((await confirm(shop, batch)).verdict).toBe('409 batch_over')
  await work(batch.id)
  const sell = {
    id: newId(),
    businessId: shop.id,
    mode: 'test' as const,
    reference: `${batch.id}-1`,
    idempotencyKey: null,
    amount: money('NGNC', 1_000_00n),
    fee: money('NGNC', 0n),
    payee: {
      bankCode: '000013',
      bankName: 'GTBank',
      accountNumber: '1000000000',
      accountName: 'Ada Obi',
    },
    wallet: null,
    depositAddress: null,
    createdAt: clock.now(),
    expiresAt: undefined,
    guardSince: undefined,
    dailyLimitMinor: null,
    meaning: Buffer.alloc(32, 1),
  }
  const forge = async (batchId: string, changes: object = {}) =>
    acceptBatchSells(worker, [{ batchId, number: 1, sell: { ...sell, ...changes } }])
  await expect(forge(uuidOf(batch.id))).rejects.toMatchObject({ code: 'AF565' })
  const confirmed = await make(shop, rowsOf(1))
  await confirm(shop, confirmed)
  const reference = `${confirmed.id}-1`
  for (const changes of [
    { amount: money('NGNC', 1_000_01n), reference },
    { payee: { ...sell.payee, accountNumber: '1000000009' }, reference },
    { payee: { ...sell.payee, accountName: null }, reference },
    { reference: 'another' },
    { businessId: (await open()).id, reference },
    { mode: 'live' as const, reference },
  ])
    await expect(
      forge(uuidOf(confirmed.id), changes),
      JSON.stringify(Object.keys(changes)),
    ).rejects.toMatchObject({
      code: 'AF565',
    })
  expect(await sellsOf(shop)).toEqual([])
  await expect(owner.query('delete from batch_outcome')).rejects.toThrow(/append-only/)
})

test('a batch belongs to its business and mode, and its lists have pages', async () => {
  const [shop, other] = [await open(), await open()]
  const batch = await make(shop, rowsOf(45))
  await make(shop, rowsOf(1))
  for (const path of ['', '/rows', '/rows.csv'])
    expect((await ask(other, 'GET', `${PATH}/${batch.id}${path}`)).verdict).toBe('404 batch_unknown')
  expect((await confirm(other, batch)).verdict).toBe('404 batch_unknown')
  expect((await ask(other, 'POST', `${PATH}/${batch.id}/cancel`)).verdict).toBe('404 batch_unknown')
  const first = await ask(shop, 'GET', `${PATH}?limit=1`)
  expect(first.json['has_more']).toBe(true)
  const second = await ask(shop, 'GET', `${PATH}?limit=1&after=${String(first.json['next'])}`)
  expect(second.json['batches']).toMatchObject([{ id: batch.id, state: 'ready' }])
  expect(
    (await ask(shop, 'GET', `${PATH}/${batch.id}/rows?after=${String(first.json['next'])}`)).verdict,
  ).toBe('422 cursor_invalid')
  const numbers: number[] = []
  for (let after = ''; ; ) {
    const { json } = await ask(shop, 'GET', `${PATH}/${batch.id}/rows?limit=20${after}`)
    numbers.push(...json.rows.map((one) => one.row))
    if (json['has_more'] !== true) break
    after = `&after=${String(json['next'])}`
  }
  expect(numbers).toEqual(rowsOf(45).map((_row, place) => place + 1))
})

test('a repeated creation with an Idempotency-Key finds the first batch', async () => {
  const shop = await open()
  const again = { 'idempotency-key': 'payroll-11' }
  const [one, two] = [
    await ask(shop, 'POST', PATH, { rows: rowsOf(2) }, again),
    await ask(shop, 'POST', PATH, { rows: rowsOf(2) }, again),
  ]
  expect(two.json.batch.id).toBe(one.json.batch.id)
  expect((await ask(shop, 'POST', PATH, { rows: rowsOf(3) }, again)).verdict).toBe(
    '409 idempotency_key_conflict',
  )
})

test('a business can send so many rows in a day, and a worker that stops asks again only about the last group', async () => {
  const shop = await open(20_000_000)
  for (let sent = 0; sent < 5; sent += 1)
    expect((await ask(shop, 'POST', PATH, { rows: rowsOf(10_000) })).verdict).toBe('200')
  const refused = await ask(shop, 'POST', PATH, { rows: rowsOf(1) })
  expect(refused.verdict).toBe('429 name_enquiry_limit')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
  const [batch] = (await ask(shop, 'GET', `${PATH}?limit=1`)).json['batches'] as Batch[]
  const before = asked.count
  const began = performance.now()
  await work(batch?.id ?? '')
  const { batch: ready } = (await ask(shop, 'GET', `${PATH}/${batch?.id}`)).json
  console.log(`10,000 rows checked in ${Math.round(performance.now() - began)} ms`)
  expect(asked.count - before).toBe(10_000)
  expect(ready).toMatchObject({ state: 'ready', preview: { rows: 10_000, total: 10_000_000 } })
}, 120_000)
