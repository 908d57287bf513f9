import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCreditDeps } from '../../src/entry/workflows/worker-deps.ts'
import { pollFeed } from '../../src/flows/credits/poll-feed.ts'
import { readHints, readStrayHints } from '../../src/flows/credits/read-hints.ts'
import { createRecentLines } from '../../src/movements/credits/recent-lines.ts'
import { findBankAccount, openAccountLook } from '../../src/movements/feeds/bank-account-store.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { createBankWorld } from './bank-world.ts'

let world: Awaited<ReturnType<typeof createBankWorld>>
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const failures: string[] = []
const givenUp: string[] = []

beforeAll(async () => {
  world = await createBankWorld()
})
afterEach(async () => {
  await world.tell('DELETE', '/faults')
  failures.length = 0
})
afterAll(async () => world.end())

type Vendor = 'monnify' | 'providus' | 'paystack'
const vendors: readonly Vendor[] = ['monnify', 'providus', 'paystack']
const numberOf: Readonly<Record<Vendor, string>> = {
  monnify: '0000000001',
  providus: '0000000002',
  paystack: '0000000003',
}

const heard = createRecentLines()
const deps = () => ({
  ...createCreditDeps(world.worker),
  clock,
  pollMs: 1_000,
  heard,
  onFeedFailure: (_: object, why: string) => failures.push(why),
  onHintGivenUp: ({ key }: { key: string }) => givenUp.push(key),
})

async function account(vendor: Vendor) {
  const found = await findBankAccount(world.worker.pool, world.accountIds[vendor])
  if (found === undefined) throw new Error(`there is no account at ${vendor}`)
  return found
}

const soon = () => AbortSignal.timeout(20_000)
/** Reads the hints of a vendor, as a worker does: those of its account, and those without an account. */
async function read(vendor: Vendor) {
  const before = (await world.lines(vendor)).length
  await readHints(deps(), await account(vendor), soon())
  let hasMore = true
  while (hasMore) ({ hasMore } = await readStrayHints(deps(), { mode: 'test', vendor }))
  return { recorded: (await world.lines(vendor)).length - before }
}
const poll = async (vendor: Vendor) => {
  aheadMs += 1_500
  return pollNow(vendor)
}
async function pollNow(vendor: Vendor) {
  const [at, id] = [clock.now(), world.accountIds[vendor]]
  const begun = await openAccountLook(world.worker.pool, id, { at, until: at, mostHints: 1 })
  if (begun === undefined) throw new Error(`there is no account at ${vendor}`)
  return pollFeed(deps(), begun, soon())
}
async function hinted(count: number): Promise<void> {
  await expect.poll(async () => (await world.hints()).length, { timeout: 60_000 }).toBe(count)
}

test.each(vendors)('a notification by %s is stored, re-read, recorded and then deleted', async (vendor) => {
  world.nudged.length = 0
  await world.pay({ account: numberOf[vendor], amount: '15000.37' })
  await hinted(1)
  const accountId = world.accountIds[vendor]
  expect(await world.hints()).toMatchObject([{ vendor, accountId, tries: 0 }])
  expect(world.nudged).toEqual([accountId])
  expect(await read(vendor)).toEqual({ recorded: 1 })
  expect(await world.hints()).toEqual([])
  expect(await world.lines(vendor)).toEqual(['1500037'])
})

test('the same notification five times is one hint and one line', async () => {
  const deliveries = async () =>
    ((await world.tell('GET', '/hooks')) as { deliveries: unknown[] }).deliveries.length
  const before = await deliveries()
  await world.pay({ account: '0000000001', amount: '20000', faults: ['hook_five_times'] })
  // Wait for all five, or a late one becomes a hint of the next test.
  await expect.poll(deliveries, { timeout: 60_000 }).toBe(before + 5)
  await hinted(1)
  aheadMs += 2_000
  expect((await read('monnify')).recorded).toBe(1)
  expect(await world.lines('monnify')).toEqual(['1500037', '2000000'])
})

test.each(['monnify', 'paystack'] as const)('payments %s never notified are in its list', async (vendor) => {
  const before = await world.lines(vendor)
  await world.pay({ account: numberOf[vendor], amount: '31000', faults: ['hook_never'] })
  expect(await poll(vendor)).toEqual({ recorded: 1, hasMore: false })
  expect(await world.lines(vendor)).toEqual([...before, '3100000'])
  expect((await poll(vendor)).recorded).toBe(0)
})

test.each(['monnify', 'paystack'] as const)('%s lists a payment as it answered for it', async (vendor) => {
  await world.pay({ account: numberOf[vendor], amount: '31500' })
  await hinted(1)
  expect((await read(vendor)).recorded).toBe(1)
  const page = await deps()
    .feeds.test.get(vendor)
    ?.list?.(await account(vendor), undefined, soon())
  const listed = page?.lines.filter(({ grossMinor }) => grossMinor === 3_150_000n) ?? []
  expect(listed).toHaveLength(1)
  const list = { accountId: world.accountIds[vendor], source: vendor }
  expect(heard.leaveOut(list, listed, clock.now())).toEqual([])
})

test('a list that is down is retried with growing gaps, and notifications still work', async () => {
  const before = await world.lines('monnify')
  await world.tell('POST', '/faults', { fault: 'feed_down', vendor: 'monnify' })
  await world.pay({ account: '0000000001', amount: '32000' })
  expect((await poll('monnify')).recorded).toBe(0)
  expect(failures).toHaveLength(1)
  // The list is not read before its backoff has passed.
  expect(await pollNow('monnify')).toEqual({ recorded: 0, hasMore: false })
  expect(failures).toHaveLength(1)
  const { rows } = await world.worker.pool.query(
    'select poll_failures, poll_error from account_look where vendor_account_id = $1',
    [world.accountIds.monnify],
  )
  expect(rows).toMatchObject([{ poll_failures: 1, poll_error: expect.stringContaining('503') }])
  await hinted(1)
  expect((await read('monnify')).recorded).toBe(1)
  expect(await world.lines('monnify')).toEqual([...before, '3200000'])

  await world.tell('DELETE', '/faults')
  await poll('monnify')
  const { rows: after } = await world.worker.pool.query(
    'select poll_failures, poll_error from account_look where vendor_account_id = $1',
    [world.accountIds.monnify],
  )
  expect(after).toEqual([{ poll_failures: 0, poll_error: null }])
})

test('a bank that does not know its own notification yet is asked again with growing gaps', async () => {
  await world.pay({
    account: '0000000002',
    amount: '33000',
    faults: [{ fault: 'requery_late', seconds: 3 }],
  })
  await hinted(1)
  expect((await read('providus')).recorded).toBe(0)
  expect(await world.hints()).toMatchObject([{ tries: 1, lastError: 'the bank has no such payment' }])
  await world.tell('PATCH', '/clock', { advance_seconds: 10 })
  aheadMs += 10_000
  expect((await read('providus')).recorded).toBe(1)
})

test('a hint that the bank does not know after three days is given up and reported; a new notification revives it', async () => {
  await world.pay({
    account: '0000000002',
    amount: '34000',
    faults: [{ fault: 'requery_late', seconds: 1e6 }],
  })
  await hinted(1)
  aheadMs += 73 * 3_600_000
  await read('providus')
  expect(givenUp).toHaveLength(1)
  expect(await world.hints()).toMatchObject([{ givenUpAt: expect.any(Date) }])
  expect((await read('providus')).recorded).toBe(0)
  expect(givenUp).toHaveLength(1)
  await world.worker.pool.query(
    `select record_keyed_hints('test', 'providus', (
    select json_agg(json_build_object('key', key, 'account_number', '0000000002', 'detail', detail)) from feed_hint), $1)`,
    [clock.now()],
  )
  expect(await world.hints()).toMatchObject([{ givenUpAt: null }])
  await world.tell('PATCH', '/clock', { advance_seconds: 1e6 })
  aheadMs += 2_000
  expect((await read('providus')).recorded).toBe(1)
  expect(await world.hints()).toEqual([])
})

test('a silent bank delays its own hints, and none is lost', async () => {
  await world.tell('POST', '/faults', { fault: 'requery_502', vendor: 'paystack' })
  await world.pay(
    ...Array.from({ length: 20 }, (_, place) => ({ account: '0000000003', amount: `${40_000 + place}` })),
  )
  await hinted(20)
  expect((await read('paystack')).recorded).toBe(0)
  expect(failures.length).toBeLessThanOrEqual(16)
  await world.pay({ account: '0000000001', amount: '41000' })
  await expect.poll(async () => (await read('monnify')).recorded).toBe(1)
  await world.tell('DELETE', '/faults')
  aheadMs += 10 * 60_000
  expect((await read('paystack')).recorded).toBe(20)
  expect(await world.hints()).toEqual([])
  // One commit for all, because a commit for each would slow a busy account.
  const { rows } = await world.owner.query<{ commits: number }>(
    'select count(distinct xid)::int as commits from bank_line where gross_minor between 4000000 and 4001900',
  )
  expect(rows).toEqual([{ commits: 1 }])
})

test.each(vendors)('a hint of %s without a known account is still read', async (vendor) => {
  await world.pay({ account: numberOf[vendor], amount: '42000' })
  await hinted(1)
  await world.owner.query('update feed_hint set vendor_account_id = null')
  expect((await readHints(deps(), await account(vendor), soon())).recorded).toBe(0)
  const { accountIds } = await readStrayHints(deps(), { mode: 'test', vendor })
  expect(accountIds).toEqual([world.accountIds[vendor]])
  expect(await world.lines(vendor)).toContain('4200000')
  expect(await world.hints()).toEqual([])
})

test('the bank’s answer decides the account, not the hint', async () => {
  await world.pay({ account: '0000000001', amount: '43000' })
  await hinted(1)
  await world.owner.query('update feed_hint set vendor_account_id = $1', [world.accountIds.providus])
  const [monnify, providus] = [await world.lines('monnify'), await world.lines('providus')]
  await read('providus')
  expect(await world.lines('providus')).toEqual(providus)
  expect(await world.lines('monnify')).toEqual([...monnify, '4300000'])
  expect(await world.hints()).toEqual([])
  const { rows } = await world.worker.pool.query(
    'select due_at <= $2 as due from wake where subject_id = $1',
    [world.accountIds.monnify, clock.now()],
  )
  expect(rows).toEqual([{ due: true }])
})

test('a forged notification is refused and counted, and nothing is stored', async () => {
  const post = async (body: string, signature: string, path = '/hooks/v1/test/paystack') =>
    fetch(`${world.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body,
    })
  const body = JSON.stringify({
    event: 'charge.success',
    data: { reference: 'forged-1', amount: 1_000_000_00, status: 'success', channel: 'dedicated_nuban' },
  })
  const signed = createHmac('sha512', 'sk_test_simulated_1').update(body).digest('hex')
  expect(
    (
      await post(
        body,
        signed.replace(/./, (sign) => (sign === '0' ? '1' : '0')),
      )
    ).status,
  ).toBe(401)
  expect((await post(body.replace('forged-1', 'forged-2'), signed)).status).toBe(401)
  expect((await post(body, '')).status).toBe(401)
  // Signed for one mode and sent to the other, which has no route.
  expect((await post(body, signed, '/hooks/v1/live/paystack')).status).toBe(404)
  expect((await post(body, signed, '/hooks/v1/test/nobank')).status).toBe(404)
  expect((await post('x'.repeat(70_000), signed)).status).toBe(413)
  expect(await world.hints()).toEqual([])
  expect(await world.api.gate.metrics.print()).toContain(
    'afara_hooks_total{mode="test",vendor="paystack",outcome="forged"} 3',
  )
})

test('an address that keeps sending forged notifications is rate-limited', async () => {
  const forge = async () =>
    world.app.inject({
      method: 'POST',
      url: '/hooks/v1/test/monnify',
      remoteAddress: '203.0.113.9',
      headers: { 'content-type': 'text/plain', 'monnify-signature': '00' },
      payload: '{}',
    })
  const statuses = new Set<number>()
  for (let tries = 0; tries < 60; tries += 1) statuses.add((await forge()).statusCode)
  expect([...statuses]).toEqual([401, 429])
})

test('metrics show waiting hints and the lag of each list', async () => {
  await world.pay({ account: '0000000001', amount: '44000' })
  await hinted(1)
  await poll('paystack')
  const text = await world.api.figures.print()
  expect(text).toContain('afara_hints_waiting{mode="test",vendor="monnify"} 1')
  expect(text).toMatch(/afara_feed_lag_seconds\{.*vendor="paystack".*\} \d/)
  expect(text).toMatch(/^afara_seal_lag_seconds\{\} \d/m)
  expect(text).toMatch(/^afara_rate_expired_seconds|# TYPE afara_rate_expired_seconds gauge/m)
  expect(text).not.toContain('afara_feed_lag_seconds{mode="test",vendor="providus"') // Providus has no list.
  await read('monnify')
})

test('after all of this the invariants hold', async () => {
  const { findings } = await runChecks(world.worker.pool)
  expect(findings).toEqual([])
})
