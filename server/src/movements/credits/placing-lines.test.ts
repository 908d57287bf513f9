import { afterAll, expect, test } from 'vitest'
import {
  createBankLineWorld,
  creditLine,
  debitLine,
  type TestAccount,
} from '../../../test/bank-line-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { BankLine } from '../feeds/bank-line.ts'
import { recordLines } from './bank-line-store.ts'

const world = await createBankLineWorld()
const { owner, worker, tell, openAccount } = world
afterAll(world.close)

const session = (id: number) => `000013261110100000${String(id).padStart(12, '0')}`
const midnight = new Date('2026-11-09T23:00:00Z')
const second = (index: number) => new Date(Date.parse('2026-11-10T09:00:00Z') + index * 1000)
const many = (count: number, make: (index: number) => BankLine) =>
  Array.from({ length: count }, (_, index) => make(index))

async function linesOf({ id }: TestAccount): Promise<string[]> {
  const { rows } = await worker.query<{ seen: string }>(
    `select string_agg(external_id, ' ' order by source) as seen from bank_line_sighting
     where vendor_account_id = $1 group by line_id order by 1`,
    [id],
  )
  return rows.map(({ seen }) => seen)
}

/** Counts the rows of tables and indexes that PostgreSQL reads to record a page. Time would prove less on a busy machine. */
async function rowsRead(account: TestAccount, source: string, lines: readonly BankLine[]): Promise<number> {
  const client = await worker.connect()
  try {
    // Excludes earlier reads of this connection.
    await client.query('select pg_stat_force_next_flush()')
    await client.query('begin')
    const page = lines.map((line) => ({ ...line, accountNumber: account.accountNumber }))
    const readings = { accountId: account.id, source, unreadable: [], cursor: undefined, at: new Date() }
    await recordLines(client, { ...readings, lines: page })
    const { rows } = await client.query<{ read: string }>(
      `select sum(t.seq_tup_read + coalesce(t.idx_tup_fetch, 0) + i.read) as read
       from pg_stat_xact_user_tables t cross join lateral (
         select coalesce(sum(pg_stat_get_xact_tuples_returned(x.indexrelid)), 0) as read from pg_index x where x.indrelid = t.relid) i
       where t.schemaname = 'afara'`,
    )
    return Number(rows[0]?.read)
  } finally {
    await client.query('commit')
    client.release()
  }
}

type Pattern = Readonly<{
  feed: (index: number) => Partial<BankLine>
  statement: (index: number) => Partial<BankLine>
}>

const plain = () => ({})
const withSession = (index: number) => ({ sessionId: session(index) })
const named = (word: string) => (index: number) => ({
  payer: { name: `${word.repeat(2)}${String.fromCodePoint(65 + (index % 26))} ${word}${index}` },
})

/** Returns the rows read to record the first or last page of a statement, when a feed has reported `count` payments of one amount. */
async function pageAmong(count: number, { feed, statement }: Pattern, isLast = false): Promise<number> {
  const account = await openAccount()
  const fed = many(count, (index) =>
    creditLine(`f${index}`, { payer: {}, bookedAt: second(index), ...feed(index) }),
  )
  const printed = many(count, (index) =>
    creditLine(`s${index}`, { payer: {}, bookedAt: midnight, ...statement(index) }),
  )
  await tell(account, 'feed', ...fed)
  if (isLast) await tell(account, 'statement', ...printed.slice(0, -40))
  return rowsRead(account, 'statement', isLast ? printed.slice(-40) : printed.slice(0, 40))
}

test.each<[string, Pattern]>([
  ['all alike', { feed: plain, statement: plain }],
  ['session ids in the feed only', { feed: withSession, statement: plain }],
  ['session ids in the statement only', { feed: plain, statement: withSession }],
  ['names that agree', { feed: named('ADA'), statement: named('ADA') }],
  ['names that share no word', { feed: named('ADA'), statement: named('OBI') }],
])(
  'recording a page among 400 payments of one amount (%s) reads about as many rows as among 100',
  async (_, pattern) => {
    expect((await pageAmong(400, pattern)) / (await pageAmong(100, pattern))).toBeLessThan(1.5)
  },
)

test('if many readings must swap lines, four times as many payments need less than 2.5 times as many rows', async () => {
  const inTurns = {
    feed: (index: number) => (index % 2 === 0 ? withSession(index) : {}),
    statement: (index: number) => (index % 2 === 0 ? {} : withSession(index)),
  }
  expect((await pageAmong(400, inTurns, true)) / (await pageAmong(100, inTurns, true))).toBeLessThan(2.5)
})

test('when the search is cut short, the line is new and waits for a person', async () => {
  const account = await openAccount()
  const at = (index: number) => ({ bookedAt: second(index), payer: {} })
  const [number, otherMask] = [{ accountNumber: '0123456789' }, { accountMask: '******1111' }]
  await tell(account, 'feed', creditLine('f1', at(1)), creditLine('f2', at(2)))
  await tell(account, 'feed', creditLine('f3', { ...at(3), ...withSession(3), payer: number }))
  await tell(account, 'statement', creditLine('s1', { ...at(1), payer: otherMask }))
  await tell(account, 'statement', creditLine('s2', at(2)))
  // This reading can get the second line only if the statement's reading s2 moves to the third line. The search considers s1 first, and s1
  // cannot move.
  const reading = {
    id: newId(),
    vendor_account_id: account.id,
    source: 'statement',
    external_id: 's3',
    direction: 'credit',
    kind: 'payment',
    gross_minor: 50_000_00,
    settled_minor: 50_000_00,
    booked_at: second(2),
    value_date: '2026-11-10',
    session_id: session(12),
    payer_words: [],
    narration: '',
    seen_at: second(9),
    raw: {},
    xid: 1,
  }
  const client = await owner.connect()
  try {
    await client.query('begin')
    const place = async (steps: number) => {
      await client.query(`select reset_line_search($1), set_config('afara.steps_left', $2, true)`, [
        account.id,
        String(steps),
      ])
      const { rows } = await client.query<{ outcome: string; line_id: string }>(
        `select * from record_reading($1, 'test', jsonb_populate_record(null::bank_line_reading, $2))`,
        [newId(), reading],
      )
      const held = await client.query(
        `select k.kind from credit_fund f join case_file k on k.id = f.blocked_by where f.line_id = $1`,
        [rows[0]?.line_id],
      )
      return [rows[0]?.outcome, ...held.rows.map(({ kind }: { kind: string }) => kind)]
    }
    await client.query('savepoint before')
    expect(await place(1)).toEqual(['new', 'duplicate'])
    await client.query('rollback to savepoint before')
    expect(await place(1_000)).toEqual(['known'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('recording a page of different amounts reads about as many rows when many payments exist, even without table statistics', async () => {
  const account = await openAccount()
  const page = (from: number) =>
    many(100, (index) => creditLine(`f${from + index}`, { grossMinor: 10_000_00n + BigInt(from + index) }))
  const first = await rowsRead(account, 'feed', page(0))
  await tell(
    account,
    'feed',
    ...many(1_000, (index) => creditLine(`m${index}`, { grossMinor: BigInt(index + 1) })),
  )
  expect((await rowsRead(account, 'feed', page(100))) / first).toBeLessThan(2)
})

test('if a vendor gave one session id to two payments, each is recorded once', async () => {
  const account = await openAccount()
  const [one, other] = [{ grossMinor: 50_000_00n }, { grossMinor: 60_000_00n }]
  // The first payment's notification arrives after the second's, which contains the first one's session id.
  await tell(account, 'feed', creditLine('f2', { ...other, sessionId: session(1), payer: {} }))
  await tell(account, 'feed', creditLine('f1', { ...one, sessionId: session(1), payer: {} }))
  await tell(account, 'statement', creditLine('s2', { ...other, sessionId: session(2), payer: {} }))
  await tell(account, 'statement', creditLine('s1', { ...one, sessionId: session(1), payer: {} }))
  expect(await linesOf(account)).toEqual(['f2 s2', 's1'])
  // A repetition changes nothing.
  const again = await tell(account, 'feed', creditLine('f1', { ...one, sessionId: session(1), payer: {} }))
  expect(again).toMatchObject([{ outcome: 'aside' }])
})

test('a session id that names two payments still counts for the line that it matches', async () => {
  const account = await openAccount()
  await tell(account, 'feed', creditLine('f1', { sessionId: session(3), payer: {} }))
  await tell(account, 'feed', creditLine('f2', { sessionId: session(3), payer: {}, grossMinor: 60_000_00n }))
  await tell(account, 'feed', creditLine('f3', { payer: {} }))
  await tell(account, 'statement', creditLine('s1', { sessionId: session(3), payer: {} }))
  expect(await linesOf(account)).toEqual(['f1 s1', 'f3'])
})

test('a recall that a statement and a feed describe differently is booked once', async () => {
  const account = await openAccount()
  // The debit arrives before the credit that explains it.
  const narration = `RECALL ${session(4)}`
  await tell(account, 'statement', debitLine('d', { kind: 'recall', narration }))
  await tell(account, 'feed', creditLine('f1', { sessionId: session(4), payer: {} }))
  const later = { bookedAt: new Date('2026-11-13T10:00:00Z'), valueDate: '2026-11-13' }
  const told = debitLine('f1:reversed', { ...later, kind: 'recall', undoesExternalId: 'f1' })
  expect(await tell(account, 'feed', told)).toMatchObject([{ outcome: 'known' }])
  expect(await linesOf(account)).toEqual(['f1', 'f1:reversed d'])
})

test('a lien is recorded under the operator who placed it', async () => {
  const account = await openAccount()
  const [placed] = await tell(account, 'feed', creditLine('f1'))
  const operatorId = newId()
  await owner.query(`insert into operator (id, email, name) values ($1, 'ada@afara.test', 'Ada')`, [
    operatorId,
  ])
  const place = async (lineId: string | undefined, by: string) =>
    owner.query(`select place_lien($1, null, $2, 'the police asked', now())`, [lineId, by])
  await place(placed?.lineId, operatorId)
  const [second] = await tell(account, 'feed', creditLine('f2', { grossMinor: 1n }))
  await place(second?.lineId, 'system:test')
  const { rows } = await owner.query<{ by: string | null }>(
    `select s.operator_id as by from case_file k join case_step s on s.case_id = k.id and s.action = 'opened'
     where k.vendor_account_id = $1 and k.kind = 'recall' order by k.line_id = $2 desc`,
    [account.id, placed?.lineId],
  )
  expect(rows).toEqual([{ by: operatorId }, { by: null }])
})

test('a payment that a statement dates by day gets its exact time once a feed reports it', async () => {
  const account = await openAccount()
  const bookedAt = async () =>
    (await worker.query('select booked_at from credit_fund where vendor_account_id = $1', [account.id])).rows
  await tell(account, 'statement', creditLine('s', { bookedAt: midnight, payer: {} }))
  expect(await bookedAt()).toEqual([{ booked_at: midnight }])
  await tell(account, 'feed', creditLine('f', { bookedAt: second(7), payer: {} }))
  expect(await bookedAt()).toEqual([{ booked_at: second(7) }])
})

test('after all of this no check finds anything', async () => {
  expect(await world.findings()).toEqual([])
})
