import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCreditDeps } from '../../src/entry/workflows/worker-deps.ts'
import { advanceAccount } from '../../src/flows/credits/advance-account.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool, type Pool, type Sql } from '../../src/kernel/postgres/pool.ts'
import { createRecentLines } from '../../src/movements/credits/recent-lines.ts'
import { endAccountLook, openAccountLook } from '../../src/movements/feeds/bank-account-store.ts'
import { recordHints } from '../../src/movements/feeds/feed-hint-store.ts'
import { readWake, wakeNow } from '../../src/records/transactions/wake-store.ts'
import { createBankWorld } from './bank-world.ts'

let world: Awaited<ReturnType<typeof createBankWorld>>
let superuser: Pool
let aheadMs = 0
// Advances only before a check, so that what a check decides does not depend on how long the test takes.
let standsAtMs = Date.now()
const clock = { now: () => new Date(standsAtMs + aheadMs) }
const failures: string[] = []

beforeAll(async () => {
  world = await createBankWorld()
  superuser = createPool(world.database.url(), { max: 1, applicationName: 'test' })
})
afterAll(async () => {
  await superuser.end()
  await world.end()
})

const heard = createRecentLines()
const deps = () => ({
  ...createCreditDeps(world.worker),
  clock,
  pollMs: 5_000,
  heard,
  nudge: async () => {},
  onFeedFailure: () => {},
  onFailure: (accountId: string) => failures.push(accountId),
})
const lookAtOnce = async (id: string) => advanceAccount(deps(), id)
const look = async (id: string) => {
  standsAtMs = Date.now()
  return lookAtOnce(id)
}
const wakeOf = async (id: string) => {
  const wake = await readWake(world.worker.pool, id)
  if (wake === undefined) throw new Error('nothing wakes this account')
  return wake
}
const waitsSeconds = async (id: string) =>
  Math.round(((await wakeOf(id)).dueAt.getTime() - clock.now().getTime()) / 1000)

test('a new account is due at once, and again some seconds after a check', async () => {
  const { paystack } = world.accountIds
  expect((await wakeOf(paystack)).dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await look(paystack)).toBeUndefined()
  expect(await waitsSeconds(paystack)).toBe(5)
})

test('one check reads the notifications, polls the list and returns its next time', async () => {
  const { monnify } = world.accountIds
  await world.pay({ account: '0000000001', amount: '21000' })
  await world.pay({ account: '0000000001', amount: '22000', faults: ['hook_never'] })
  await expect.poll(async () => (await world.hints()).length, { timeout: 30_000 }).toBe(1)
  await look(monnify)
  expect(await world.lines('monnify')).toEqual(['2100000', '2200000'])
  expect(await world.hints()).toEqual([])
  expect(await waitsSeconds(monnify)).toBe(5)
})

test('an account is checked on every request, but its bank is not queried each time', async () => {
  const { monnify } = world.accountIds
  const asked = async () =>
    ((await world.tell('GET', '/state')) as { requests: Record<string, number> }).requests
  const before = await asked()
  for (let nudges = 0; nudges < 5; nudges += 1) await lookAtOnce(monnify)
  expect(await asked()).toEqual(before)
})

test('a quiet account is checked less and less often: at least once a minute while a buy is unpaid, otherwise every quarter of an hour', async () => {
  const { providus } = world.accountIds
  await look(providus)
  const waits: number[] = []
  const waitAfter = async (minutes: number): Promise<number> => {
    aheadMs += minutes * 60_000
    await look(providus)
    return waitsSeconds(providus)
  }
  for (const minutes of [1, 4, 15, 180]) waits.push(await waitAfter(minutes))
  expect(waits[0]).toBeLessThan(20)
  expect(waits[1]).toBeGreaterThan(30)
  expect(waits[2]).toBeGreaterThanOrEqual(150)
  expect(waits[2]).toBeLessThan(200)
  expect(waits[3]).toBe(900)

  const expiresAt = new Date(clock.now().getTime() + 30 * 60_000)
  await expectPayment(providus, expiresAt)
  expect(await waitAfter(20)).toBe(60)
  // Its bank must be read past its end.
  expect(await waitAfter(30)).toBe(60)
  expect(await waitAfter(60)).toBe(900)
})

/** Inserts the claim of an unpaid buy, without the buy. */
async function expectPayment(accountId: string, expiresAt: Date): Promise<void> {
  await superuser.query('set session_replication_role = replica')
  await superuser.query(
    `insert into afara.claim (transaction_id, business_id, mode, vendor_account_id, amount_minor, left_minor, payer_words,
       accepted_at, expires_at)
     values ($1, $1, 'test', $2, 100, 100, '{}', now(), $3)`,
    [newId(), accountId, expiresAt],
  )
  await superuser.query('set session_replication_role = default')
}

test('a request during a check is not postponed', async () => {
  const { pool } = world.worker
  const { monnify } = world.accountIds
  const [seen, later] = [(await wakeOf(monnify)).dueAt, new Date(clock.now().getTime() + 60_000)]
  const notified = clock.now()
  await wakeNow(pool, 'bank-account', monnify, notified)
  await endAccountLook(pool, monnify, { seen, dueAt: later, activeAt: undefined })
  expect((await wakeOf(monnify)).dueAt).toEqual(notified)
  // No request came in between, so the check is postponed.
  await endAccountLook(pool, monnify, { seen: notified, dueAt: later, activeAt: undefined })
  expect((await wakeOf(monnify)).dueAt).toEqual(later)
})

const notify = async (sql: Sql, key: string, at = clock.now()) =>
  recordHints(sql, {
    mode: 'test',
    vendor: 'monnify',
    hints: [{ key, accountNumber: '0000000001', detail: null }],
    at,
  })

test('a notification between the reading and the end of a check is not postponed', async () => {
  const { pool } = world.worker
  const { monnify } = world.accountIds
  const [until, later] = [new Date(clock.now().getTime() + 40_000), new Date(clock.now().getTime() + 60_000)]
  await openAccountLook(pool, monnify, { at: clock.now(), until, mostHints: 1 })
  const notified = clock.now()
  await notify(pool, 'between', notified)
  await endAccountLook(pool, monnify, { seen: until, dueAt: later, activeAt: undefined })
  expect((await wakeOf(monnify)).dueAt).toEqual(notified)
  await world.owner.query(`delete from feed_hint where key = 'between'`)
})

test('a notification leaves a due account unchanged, and notifications do not block each other', async () => {
  const { pool } = world.worker
  const { monnify } = world.accountIds
  const dueAt = clock.now()
  await wakeNow(pool, 'bank-account', monnify, dueAt)
  const first = await world.owner.connect()
  try {
    await first.query('begin')
    await notify(first, 'first')
    // The first notification is not committed yet.
    await notify(pool, 'second')
  } finally {
    await first.query('commit')
    first.release()
  }
  expect((await wakeOf(monnify)).dueAt).toEqual(dueAt)
  await world.owner.query(`delete from feed_hint where key in ('first', 'second')`)
})

test('a time with microseconds equals ours in milliseconds', async () => {
  const { pool } = world.worker
  const { monnify } = world.accountIds
  await world.owner.query(`update wake set due_at = '2026-11-15 09:00:00.123456Z' where subject_id = $1`, [
    monnify,
  ])
  const [seen, later] = [(await wakeOf(monnify)).dueAt, new Date(clock.now().getTime() + 60_000)]
  await endAccountLook(pool, monnify, { seen, dueAt: later, activeAt: undefined })
  expect((await wakeOf(monnify)).dueAt).toEqual(later)
})

test('when matching fails, bank lines are still recorded, and the next check waits', async () => {
  const { paystack } = world.accountIds
  aheadMs += 60_000
  await superuser.query('alter table afara.claim rename to claim_elsewhere')
  try {
    await world.pay({ account: '0000000003', amount: '23000', faults: ['hook_never'] })
    await look(paystack)
    expect(failures).toEqual([paystack])
    expect(await world.lines('paystack')).toEqual(['2300000'])
    expect(await wakeOf(paystack)).toMatchObject({ failureCount: 1 })
    // Buys that are accepted meanwhile do not cause an immediate retry.
    await lookAtOnce(paystack)
    expect(failures).toHaveLength(1)
    aheadMs += 5_000
    await look(paystack)
    expect(failures).toHaveLength(2)
  } finally {
    await superuser.query('alter table afara.claim_elsewhere rename to claim')
  }
  aheadMs += 60_000
  await look(paystack)
  expect(await wakeOf(paystack)).toMatchObject({ failureCount: 0 })
})

test('while another process holds the account, a check gives up without counting a failure', async () => {
  const { paystack } = world.accountIds
  const importing = await world.owner.connect()
  try {
    await importing.query('begin')
    await importing.query(`select pg_advisory_xact_lock(hashtextextended('bank_account' || $1::uuid, 0))`, [
      paystack,
    ])
    const before = failures.length
    await look(paystack)
    expect(failures).toHaveLength(before)
    expect(await wakeOf(paystack)).toMatchObject({ failureCount: 0 })
    expect(await waitsSeconds(paystack)).toBeLessThanOrEqual(1)
  } finally {
    await importing.query('rollback')
    importing.release()
  }
  await look(paystack)
  expect(await waitsSeconds(paystack)).toBeGreaterThan(1)
})

test('concurrent checks, such as one by a zombie worker, record each line once', async () => {
  const { monnify } = world.accountIds
  await world.pay(
    ...Array.from({ length: 10 }, (_, place) => ({ account: '0000000001', amount: `${24_000 + place}` })),
  )
  await expect.poll(async () => (await world.hints()).length, { timeout: 30_000 }).toBe(10)
  aheadMs += 60_000
  await Promise.all(Array.from({ length: 4 }, async () => look(monnify)))
  expect(await world.lines('monnify')).toHaveLength(12)
  expect(await world.hints()).toEqual([])
})

test('a check waits for pending notifications and reads them', async () => {
  const { monnify } = world.accountIds
  await world.pay({ account: '0000000001', amount: '24000' })
  await expect.poll(async () => (await world.hints()).length, { timeout: 30_000 }).toBe(1)
  const hint = await world.owner.query(`delete from feed_hint returning key, detail`)
  await wakeNow(world.worker.pool, 'bank-account', monnify, clock.now())
  const notified = await world.owner.connect()
  try {
    await notified.query('begin')
    await recordHints(notified, {
      mode: 'test',
      vendor: 'monnify',
      hints: [{ key: hint.rows[0].key, accountNumber: '0000000001', detail: hint.rows[0].detail }],
      at: clock.now(),
    })
    const looking = look(monnify)
    const isOver = await Promise.race([looking.then(() => true), sleep(300).then(() => false)])
    await notified.query('commit')
    await looking
    expect(isOver).toBe(false)
  } finally {
    notified.release()
  }
  expect(await world.lines('monnify')).toContain('2400000')
})

test('when matching fails, a notified payment is still recorded, and the next check waits', async () => {
  const { monnify } = world.accountIds
  aheadMs += 60_000
  const before = failures.length
  await superuser.query('alter table afara.claim rename to claim_elsewhere')
  try {
    await world.pay({ account: '0000000001', amount: '26000' })
    await expect.poll(async () => (await world.hints()).length, { timeout: 30_000 }).toBe(1)
    await look(monnify)
    expect(failures).toHaveLength(before + 1)
    expect(await world.hints()).toEqual([])
    expect(await world.lines('monnify')).toContain('2600000')
    expect(await wakeOf(monnify)).toMatchObject({ failureCount: 1 })
  } finally {
    await superuser.query('alter table afara.claim_elsewhere rename to claim')
  }
  aheadMs += 60_000
  await look(monnify)
  expect(await wakeOf(monnify)).toMatchObject({ failureCount: 0 })
})

test('an unknown account is refused', async () => {
  await expect(look(newId())).rejects.toMatchObject({ code: 'vendor_account_unknown' })
})
