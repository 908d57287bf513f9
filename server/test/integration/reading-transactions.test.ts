import { afterAll, expect, test } from 'vitest'
import { newId, parseId } from '../../src/kernel/ids/ids.ts'
import { asTenant } from '../../src/kernel/postgres/pool.ts'
import { buyOf } from './authorisation/requests.ts'
import type { Tenancy } from './authorisation/tenancies.ts'
import { createReadingStage, type Told } from './reading-stage.ts'

const stage = await createReadingStage()
const { owner, deps, app, ada, adaLive, bola, accept, ask, list } = stage
afterAll(stage.close)

const referencesOf = ({ transactions }: { transactions: readonly Told[] }) =>
  transactions.map(({ reference }) => reference)

test('a list is newest first, and each transaction equals its single read', async () => {
  const page = await list(ada)
  expect(referencesOf(page)).toEqual([
    'withdrawal-1',
    'sell-balance',
    'sell-wallet',
    'buy-5',
    'buy-4',
    'buy-3',
    'buy-2',
    'buy-1',
    'buy-0',
  ])
  expect(page.next).toBeNull()
  for (const told of page.transactions) {
    const alone = await ask(ada, `/transactions/v1/${told.transaction_id}`)
    expect(alone.body.transaction).toEqual(told)
  }
})

test('a list and its export can be limited by amount and by the payer', async () => {
  const payer = encodeURIComponent(ada.words.payerName.slice(1, 6).toLowerCase())
  for (const [query, references] of [
    ['amount_from=20003.07&amount_to=20004.07', ['buy-4', 'buy-3']],
    ['amount_from=20003.08&amount_to=20004.06', []],
    [`party=${payer}&type=buy&amount_to=20000.07`, ['buy-0']],
    ['party=nobody', []],
  ] as const) {
    expect(referencesOf(await list(ada, `&${query}`)), query).toEqual(references)
    const headers = { 'svc-sec-key': ada.keys['read only'] }
    const { body } = await app.inject({ url: `/transactions/v1/export?${query}`, headers })
    expect(body.trim().split('\r\n')).toHaveLength(references.length + 1)
  }
})

test('totals of buys say what arrived, which differs from what was asked for', async () => {
  const { transactions } = await list(bola)
  const [told] = transactions
  // The payer sent a naira less. Nothing else of the buy is read here.
  await owner.query(
    `insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
     select $1, t.mode, $1, t.id, t.business_id, t.amount_minor - 100, 'own_number', 'dedicated', 'matching', now()
     from transaction t where t.id = $2`,
    [newId(), parseId('transaction', told?.transaction_id ?? '')],
  )
  const { body } = await ask(bola, '/transactions/v1/totals')
  const [{ amount, paid_amount }] = body.totals
  expect(paid_amount).toBe(amount - 1)
})

test('totals count and add up each type and status, exactly', async () => {
  const { body, text } = await ask(ada, '/transactions/v1/totals?type=buy')
  expect(text).toContain(
    '{"type":"Buy","status":"pending_payment","count":6,"amount":120015.42,"paid_amount":0}',
  )
  expect(body.is_complete).toBe(true)
  const all = await ask(ada, '/transactions/v1/totals')
  const count = all.body.totals.reduce((sum: number, one: { count: number }) => sum + one.count, 0)
  expect(count).toBe(9)
  expect((await ask(ada, '/transactions/v1/totals?to=2026-01-01')).body.totals).toEqual([])
  expect((await ask(bola, '/transactions/v1/totals')).body.totals).toMatchObject([{ type: 'Buy', count: 1 }])
})

test('amounts in a list are exact, digit by digit', async () => {
  const { text } = await ask(ada, '/transactions/v1?reference=buy-5')
  expect(text).toContain('"amount":20005.07,')
})

test('pages follow each other without a gap or a repeat, while new transactions arrive', async () => {
  const before = referencesOf(await list(ada))
  const seen: string[] = []
  let next: string | null = null
  let arrived = 0
  do {
    const { body } = await ask(ada, `/transactions/v1?limit=2${next === null ? '' : `&after=${next}`}`)
    seen.push(...referencesOf(body))
    next = body.next
    arrived += 1
    await accept(ada, buyOf(ada, { reference: `arrived-${arrived}` }))
  } while (next !== null)
  expect(seen).toEqual(before)
  expect(referencesOf(await list(ada)).slice(0, arrived)).toContain('arrived-1')
})

test('a full last page says that it is the last', async () => {
  const { transactions } = await list(bola)
  const { body } = await ask(bola, `/transactions/v1?limit=${transactions.length}`)
  expect(body).toMatchObject({ next: null, message: 'This is the last page.' })
})

test('the default limit is twenty', async () => {
  for (let number = 0; number < 22; number += 1) {
    await accept(bola, buyOf(bola, { reference: `many-${number}` }))
  }
  const { body } = await ask(bola, '/transactions/v1')
  expect(body.transactions).toHaveLength(20)
  expect(body.next).toEqual(expect.any(String))
})

test('no cursor shows transactions of another business or mode', async () => {
  expect(referencesOf(await list(adaLive))).toEqual(['live-2', 'live-1'])
  const { body: first } = await ask(bola, '/transactions/v1?limit=1')
  const behind = await list(adaLive, `&after=${first.next}`)
  expect(referencesOf(behind)).toEqual(['live-2', 'live-1'])
  expect(referencesOf(await list(ada, '&reference=bola-1'))).toEqual([])
  expect(referencesOf(await list(ada, '&reference=live-1'))).toEqual([])
})

test('filters work alone and combined', async () => {
  const some = async (query: string) => {
    const page = await list(ada, query)
    return referencesOf(page).filter((reference) => !reference.startsWith('arrived'))
  }
  expect(await some('&type=sell')).toEqual(['sell-balance', 'sell-wallet'])
  expect(await some('&type=withdrawal')).toEqual(['withdrawal-1'])
  expect(await some('&type=buy&network=avalanche')).toEqual(['buy-5', 'buy-4', 'buy-3'])
  expect(await some('&network=Polygon&type=sell')).toEqual(['sell-wallet'])
  expect(await some('&network=Solana')).toEqual([])
  expect(await some('&status=pending_deposit')).toEqual(['sell-wallet'])
  expect(await some('&status=pending_deposit,requested')).toEqual(['withdrawal-1', 'sell-wallet'])
  expect(await some('&reference=buy-2')).toEqual(['buy-2'])
  expect(await some('&reference=buy-2&type=sell')).toEqual([])
  expect(await some('&reference=buy-2&status=pending_payment&network=polygon&type=buy')).toEqual(['buy-2'])
  expect(await some('&reference=never')).toEqual([])
})

test('a time is given as a day in Lagos or as an instant', async () => {
  const { transactions } = await list(adaLive)
  const [newest] = transactions
  const day = new Date(Date.parse(newest?.created_at ?? '') + 3_600_000).toISOString().slice(0, 10)
  const count = async (tenancy: Tenancy, query: string) => (await list(tenancy, query)).transactions.length
  for (const [tenancy, all] of [
    [adaLive, 2],
    [ada, (await list(ada)).transactions.length],
  ] as const) {
    expect(await count(tenancy, `&from=${day}&to=${day}`)).toBe(all)
    expect(await count(tenancy, '&to=2026-01-01')).toBe(0)
    expect(await count(tenancy, '&from=2999-01-01')).toBe(0)
    expect(await count(tenancy, '&from=2020-01-01T00:00:00%2B01:00&to=2999-01-01T00:00:00Z')).toBe(all)
  }
  expect(await count(adaLive, `&to=${newest?.created_at}`)).toBe(1)
  expect(await count(adaLive, `&from=${newest?.created_at}`)).toBe(1)
})

test.each([
  ['after=x', 'cursor_invalid'],
  [`after=${'A'.repeat(23)}`, 'cursor_invalid'],
  ['after=AgGh3MM8R3_soNbSzuNMjOg', 'cursor_invalid'],
  ['after=', 'cursor_invalid'],
  [`after=${'a'.repeat(101)}`, 'field_invalid'],
  ['after=AQGh3MM8R3_soNbSzuNMjOg&after=AQGh3MM8R3_soNbSzuNMjOg', 'field_type'],
  ['limit=0', 'field_invalid'],
  ['limit=101', 'field_invalid'],
  ['limit=1e1', 'field_invalid'],
  ['limit=-1', 'field_invalid'],
  ['type=drill', 'field_invalid'],
  ['type=purchase', 'field_invalid'],
  ['status=paid', 'field_invalid'],
  ['status=', 'field_invalid'],
  ['network=Ethereum', 'network_unknown'],
  ['from=2026-02-30', 'field_invalid'],
  ['from=yesterday', 'field_invalid'],
  ['to=2026-13-01', 'field_invalid'],
  ['to=2026-11-01T25:00:00Z', 'field_invalid'],
  ['reference=a%20b', 'field_invalid'],
  ['statuses=completed', 'field_unknown'],
  ['business_id=1', 'field_unknown'],
])('a list with %s is refused: %s', async (query, code) => {
  expect(await ask(ada, `/transactions/v1?${query}`)).toMatchObject({ status: 422, body: { code } })
})

test('if few rows match, a page is short, says so, and the next one continues', async () => {
  const tenant = { businessId: ada.uuid, mode: ada.mode }
  const seen: string[] = []
  let before: string | undefined = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  let pages = 0
  while (before !== undefined) {
    const { rows } = await asTenant(deps.pool, tenant, async (sql) =>
      sql.query<{ ids: string[]; next_id: string | null }>(
        `select ids, next_id from own_ids($1, 5, 3, null, 'withdrawal', null, null, null, null)`,
        [before],
      ),
    )
    seen.push(...(rows[0]?.ids ?? []))
    before = rows[0]?.next_id ?? undefined
    pages += 1
  }
  expect(seen).toHaveLength(1)
  expect(pages).toBeGreaterThan(3)
})

test('an api connection without a tenant sees no transaction through any function', async () => {
  for (const text of [
    'select * from own_transaction',
    `select unnest(ids) from own_ids('ffffffff-ffff-ffff-ffff-ffffffffffff', 100, 100, null, null, null, null, null, null)`,
    `select * from own_balance_movements('ffffffff-ffff-ffff-ffff-ffffffffffff', 100, 100, null, null)`,
    `select * from find_own(null, null, '{buy-1}')`,
  ]) {
    expect((await deps.pool.query(text)).rows).toEqual([])
  }
  // The tenant that a statement sets ends with the statement.
  await deps.pool.query(
    'select * from list_transactions($1, $2, $3, 5, 100, null, null, null, null, null, null)',
    [ada.uuid, 'test', newId()],
  )
  expect((await deps.pool.query('select * from own_transaction')).rows).toEqual([])
})

test('the ids of a page are read along the index of their business, even if another has far more rows', async () => {
  await owner.query('analyze transaction')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select w.id from transaction w
     where (w.business_id, w.mode, w.id) <= ($1, 'test', $2) and (w.business_id, w.mode, w.id) >= ($1, 'test', $3)
     order by w.business_id desc, w.mode desc, w.id desc limit 51`
      .replaceAll('$1', `'${ada.uuid}'`)
      .replace('$2', `'ffffffff-ffff-ffff-ffff-ffffffffffff'`)
      .replace('$3', `'00000000-0000-0000-0000-000000000000'`),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('transaction_pkey')
})
