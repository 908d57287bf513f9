import { afterAll, expect, test } from 'vitest'
import { type Batch, createBatchStage, PATH, row, rowsOf } from './batch-stage.ts'

const stage = await createBatchStage()
const { app, ask, asked, balanceOf, confirm, listRows, make, open, sellsOf, work } = stage
afterAll(stage.stop)

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
