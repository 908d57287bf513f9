import { once } from 'node:events'
import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { type ObjectContext, object } from '@restatedev/restate-sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDurableObject, createTransactionGroup } from '../../src/entry/workflows/durable-objects.ts'
import { createNudgeEngine, nudgeKey } from '../../src/entry/workflows/nudge-engine.ts'
import { sweepDue } from '../../src/entry/workflows/worker-loops.ts'
import { advanceTransaction, type Step } from '../../src/flows/advance/advance-transaction.ts'
import { sendNudges } from '../../src/flows/advance/send-nudges.ts'
import { advanceDrill, startDrill } from '../../src/flows/drills/drills.ts'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { findDriven, findTransaction } from '../../src/records/transactions/transaction-store.ts'
import {
  claimDueNudges,
  claimNudge,
  claimNudgesOf,
  readWake,
} from '../../src/records/transactions/wake-store.ts'
import { startEngine } from './engine.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_worker'), { max: 20, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 4, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })

/** Drills whose next step fails like a bank timeout. */
const failing = new Set<string>()
const step = vi.fn<Step>(async (drill, now) => {
  if (failing.has(drill.id)) throw new Error('the bank did not answer in time')
  await advanceDrill(pool, drill, now)
})

const failures: string[] = []
const onFailure = ({ id }: { id: string }) => failures.push(id)
const driving = { pool, clock, find: findDriven, onFailure }

/** An example of the wrong way: a handler that lets the failure escape. */
const reckless = object({
  name: 'reckless',
  handlers: {
    advance: async (context: ObjectContext, fail: boolean): Promise<string> => {
      if (fail) throw new Error('the bank did not answer in time')
      return context.key
    },
  },
})

let engine: Awaited<ReturnType<typeof startEngine>>
let businessId: string

beforeAll(async () => {
  const advance = async (id: string) => advanceTransaction({ ...driving, step }, 'drill', id)
  engine = await startEngine([
    createDurableObject('drill', advance, clock),
    createTransactionGroup(new Map([['drill', advance]]), clock, ({ subjectId }) => stray.push(subjectId)),
    reckless,
  ])
  businessId = (
    await createBusiness(owner, {
      name: 'Ada Foods',
      linkTag: 'ada-foods',
      actor: 'system:test',
      reason: 'a test',
    })
  ).id
})
afterAll(async () => {
  await engine.stop()
  await Promise.all([pool.end(), api.end(), owner.end()])
  await database.drop()
})

const lost: string[] = []
/** Members of a group that belong to no transaction. */
const stray: string[] = []
const nudge = async (...args: Parameters<ReturnType<typeof createNudgeEngine>>) =>
  createNudgeEngine(engine.ingressUrl, ({ subjectId }) => lost.push(subjectId))(...args)

const openDrill = async () => (await startDrill({ pool: api, clock }, { businessId, mode: 'test' }, null)).id
const statusOf = async (id: string) => (await findTransaction(pool, id))?.status
async function eventually(id: string, status: string): Promise<void> {
  await expect.poll(async () => statusOf(id), { timeout: 30_000, interval: 50 }).toBe(status)
}

async function wake(id: string): Promise<void> {
  const claimed = await claimNudge(api, id, clock.now())
  if (claimed !== undefined) await nudge(claimed)
}

async function invocationsOf(id: string): Promise<Array<Record<string, unknown>>> {
  return engine.query(`select status, retry_count from sys_invocation where target_service_key = '${id}'`)
}

test('a request that the engine did not sign is refused, whatever it asks for', async () => {
  const before = step.mock.calls.length
  const session = connect(engine.workerUrl)
  const statuses: unknown[] = []
  for (const path of ['/discover', `/invoke/drill/advance`]) {
    const request = session.request({ ':path': path, ':method': path === '/discover' ? 'GET' : 'POST' })
    request.end()
    const [headers] = (await once(request, 'response')) as [Record<string, unknown>]
    statuses.push(headers[':status'])
    request.resume()
  }
  session.destroy()
  expect(statuses).toEqual([401, 401])
  expect(step.mock.calls.length).toBe(before)
})

test('a drill runs to its end: each step once, the second by a Restate timer', async () => {
  const id = await openDrill()
  await wake(id)
  await eventually(id, 'finished')
  const { rows } = await pool.query(
    'select event from transaction_event where transaction_id = $1 order by sequence',
    [id],
  )
  expect(rows.map(({ event }) => event)).toEqual(['accepted', 'first_step_done', 'second_step_done'])
  expect(await readWake(pool, id)).toBeUndefined()
})

test('drills that became due together share a call, and neither a failing one nor an unknown one stops the others', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, openDrill))
  const [bad = ''] = ids
  const nobody = newId()
  failing.add(bad)
  const claimed = await claimNudgesOf(pool, ids, clock.now())
  const nudges = [...claimed, { subjectId: nobody, type: 'drill', number: 1, dueAt: clock.now() } as const]
  await sendNudges(nudges, nudge)
  for (const id of ids.slice(1)) await eventually(id, 'finished')
  expect(stray).toEqual([nobody])
  const groups = await engine.query(
    `select status from sys_invocation where target_service_name = 'transactions' and target_service_key like '${nudges[0]?.subjectId}:%'`,
  )
  expect(groups.map(({ status }) => status)).toEqual(['completed'])
  expect(await statusOf(bad)).toBe('started')
  failing.delete(bad)
  await eventually(bad, 'finished')
})

test('fifty concurrent wake-ups of one transaction make one nudge', async () => {
  const id = await openDrill()
  const claims = await Promise.all(Array.from({ length: 50 }, async () => claimNudge(api, id, clock.now())))
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
})

test('the sweeper repeats a nudge that was never sent', async () => {
  const id = await openDrill()
  await sweepDue({ pool, clock, nudge })
  await eventually(id, 'finished')
})

test('a lost nudge is repeated with a new number after its lease', async () => {
  const id = await openDrill()
  const first = await claimNudge(api, id, clock.now())
  const soon = new Date(clock.now().getTime() + 5_000)
  const later = new Date(clock.now().getTime() + 60_000)
  const mine = (nudges: Awaited<ReturnType<typeof claimDueNudges>>) =>
    nudges.filter(({ subjectId }) => subjectId === id)
  expect(mine(await claimDueNudges(pool, soon, 500))).toEqual([])
  expect(mine(await claimDueNudges(pool, later, 500))).toMatchObject([{ number: (first?.number ?? 0) + 1 }])
})

test('without Restate, the nudge is lost but not the transaction', async () => {
  const id = await openDrill()
  const toNowhere = createNudgeEngine('http://127.0.0.1:1', ({ subjectId }) => lost.push(subjectId))
  const claimed = await claimNudge(api, id, clock.now())
  if (claimed === undefined) throw new Error('nothing to nudge')
  await toNowhere(claimed)
  expect(lost).toContain(id)
  await sweepDue({ pool, clock: { now: () => new Date(Date.now() + 60_000) }, nudge })
  await eventually(id, 'finished')
})

test('a handler that throws blocks its key: every later call queues behind it', async () => {
  const key = newId()
  const call = async (fail: boolean) =>
    fetch(`${engine.ingressUrl}/reckless/${key}/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: String(fail),
      signal: AbortSignal.timeout(2_000),
    })
  await expect(call(true)).rejects.toThrow('timeout')
  await expect(call(false)).rejects.toThrow('timeout')
})

test('a failed step is recorded, its key stays free, and the transaction continues after the fault', async () => {
  const id = await openDrill()
  failing.add(id)
  await wake(id)
  await expect
    .poll(async () => (await readWake(pool, id))?.failureCount, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(2)
  const { rows } = await pool.query('select last_error from wake where subject_id = $1', [id])
  expect(rows[0].last_error).toBe('the bank did not answer in time')
  expect(await statusOf(id)).toBe('started')
  expect(failures).toContain(id)
  for (const { status } of await invocationsOf(id))
    expect(['completed', 'scheduled', 'running', 'ready']).toContain(status)

  failing.delete(id)
  await eventually(id, 'finished')
})

test('Restate ignores a call that repeats an idempotency key', async () => {
  const id = await openDrill()
  failing.add(id)
  const claimed = await claimNudge(api, id, clock.now())
  if (claimed === undefined) throw new Error('nothing to nudge')
  const send = async () => {
    const response = await fetch(`${engine.ingressUrl}/drill/${id}/advance/send`, {
      method: 'POST',
      headers: { 'idempotency-key': nudgeKey(claimed) },
    })
    return ((await response.json()) as { status: string }).status
  }
  const answers = [await send(), await send()]
  expect(answers).toEqual(['Accepted', 'PreviouslyAccepted'])
})

test('no two nudges of a transaction share a key, so none is ignored', async () => {
  const id = await openDrill()
  const keys = new Set<string>()
  for (let minute = 1; minute <= 20; minute += 1) {
    const claimed = await claimNudge(api, id, new Date(clock.now().getTime() + minute * 60_000))
    if (claimed !== undefined) keys.add(nudgeKey(claimed))
  }
  expect(keys.size).toBe(20)
})

test('an invalid call is refused once and not retried', async () => {
  const nobody = newId()
  await nudge({ subjectId: nobody, type: 'drill', number: 1, dueAt: clock.now() })
  await expect
    .poll(async () => (await invocationsOf(nobody)).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(['completed'])
  const [ended] = await engine.query(
    `select completion_failure from sys_invocation where target_service_key = '${nobody}'`,
  )
  expect(String(ended?.completion_failure)).toContain('transaction_unknown')
})

test('two handlers at once, one of them a zombie, take each step once', async () => {
  const id = await openDrill()
  await Promise.all(
    Array.from({ length: 8 }, async () => advanceTransaction({ ...driving, step }, 'drill', id)),
  )
  await sleep(200)
  await Promise.all(
    Array.from({ length: 8 }, async () => advanceTransaction({ ...driving, step }, 'drill', id)),
  )
  await eventually(id, 'finished')
  const { rows } = await pool.query(
    'select count(*)::int as events from transaction_event where transaction_id = $1',
    [id],
  )
  expect(rows[0].events).toBe(3)
})

test('after all of this the invariants hold', async () => {
  expect((await runChecks(pool)).findings).toEqual([])
})
