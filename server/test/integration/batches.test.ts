import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { acceptBatchSells } from '../../src/records/transactions/accepting/sell-store.ts'
import { createBatchStage, PATH, row, rowsOf, uuidOf } from './batch-stage.ts'

const stage = await createBatchStage()
const { ask, balanceOf, confirm, failures, listRows, make, open, owner, sellsOf, work, worker } = stage
afterAll(stage.stop)

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
