import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { scenarios } from '@afara/server/flows/sandbox/scenarios.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'

type Fields = Readonly<Record<string, unknown>>
type Run = Readonly<{ transaction_id: string; transaction_ids: string[]; payment: Fields | null }>
/** All fields that a route may return. Each test knows which ones are present. */
type Told = Readonly<{
  code: string
  run: Run
  events: ReadonlyArray<Readonly<{ type: string }>>
  transaction: Readonly<{ transaction_id: string }>
  clock: Fields
  reset: Fields
}>
type Answer = Readonly<{ status: number; body: Told }>

const WITHIN_MS = 300_000

let stack: DevStack
/** Fewer transactions, and a longer delay before the reversal, because a busy machine needs time to record the success. */
const givenTo: Readonly<Record<string, object>> = {
  webhook_storm: { count: 5 },
  reversed_after_success: { seconds: 60 },
}
/** All scenarios are started at once, because their faults do not affect each other. */
const runs = new Map<string, Run>()
beforeAll(async () => {
  stack = await raiseDevStack()
  await Promise.all(scenarios.map(async ({ name }) => runs.set(name, await run(name, givenTo[name]))))
})
afterAll(async () => stack?.stop())

async function ask(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-sec-key': stack.facts.testKey ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Told }
}

async function run(name: string, given: object = {}): Promise<Run> {
  const { status, body } = await ask(`/sandbox/v1/scenarios/${name}`, given)
  expect([name, status, body]).toEqual([name, 200, expect.objectContaining({ run: expect.anything() })])
  return body.run
}

/** Returns the event types of a transaction, after the expected number of events. */
async function eventsOf(id: string, expected: readonly string[]): Promise<string[]> {
  const endsAt = performance.now() + WITHIN_MS
  for (;;) {
    const { body } = await ask(`/events/v1?transaction_id=${id}&limit=100`)
    // A question to the business is an event too, and no step.
    const types = body.events.map(({ type }) => type).filter((type) => !type.startsWith('case.'))
    if (types.length >= expected.length || performance.now() > endsAt) return types
    await sleep(500)
  }
}

test.concurrent.each(scenarios.map(({ name, expect: expected }) => [name, expected] as const))(
  '%s produces the expected events',
  async (name, expected) => {
    const ids = runs.get(name)?.transaction_ids ?? []
    expect(ids).toHaveLength(name === 'webhook_storm' ? 5 : expected.length === 0 ? 0 : 1)
    const told = await Promise.all(ids.map(async (id) => eventsOf(id, expected)))
    expect(told).toEqual(ids.map(() => [...expected]))
  },
)

const business = () => ({ business_id: stack.facts.businessId, link_tag: stack.facts.linkTag })
const delivered = scenarios.find(({ name }) => name === 'paid_exactly')?.expect ?? []
const paidOut = scenarios.find(({ name }) => name === 'slow_bank')?.expect ?? []

test.concurrent('a payment that nobody had claimed waits for its claim', async () => {
  const { vendor_number, ...paid } = runs.get('payment_without_claim')?.payment ?? {}
  const { body } = await ask('/transactions/v1/onramp', {
    ...business(),
    ...paid,
    type: 'buy_ramp',
    vendor_name: 'TEST Ada Foods / Afara',
    vendor_bank: 'TEST BANK (not a bank)',
    vendor_number,
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  })
  expect(await eventsOf(body.transaction.transaction_id, delivered)).toEqual(delivered)
})

test.concurrent('a scenario accepts the caller’s data, and the same reference returns the same run', async () => {
  const own = {
    ...business(),
    amount: 25_000.5,
    reference: 'own-run',
    network: 'avalanche',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  }
  const first = await run('paid_exactly', own)
  expect(await run('paid_exactly', own)).toEqual(first)
  expect(await eventsOf(first.transaction_id, delivered)).toEqual(delivered)
  const { body } = await ask(`/transactions/v1/${first.transaction_id}`)
  expect(body.transaction).toMatchObject({ amount: 25_000.5, reference: 'own-run', network: 'Avalanche' })
})

test.concurrent('a payer pays a buy, and a seller sends tokens to a sell', async () => {
  const { transaction_id: held } = await run('third_party_payer')
  const paid = await ask('/sandbox/v1/payments', { transaction_id: held })
  expect([paid.status, paid.body]).toMatchObject([200, { payment: { amount: 15_000 } }])
  expect(await eventsOf(held, delivered)).toEqual(delivered)
  const { body } = await ask('/transactions/v1/offramp', {
    ...business(),
    type: 'sell_ramp',
    amount: 1500,
    bank_name: 'GTBank',
    account_number: '0123456789',
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'a-sell-of-ours',
  })
  const sent = await ask('/sandbox/v1/deposits', { transaction_id: body.transaction.transaction_id })
  expect([sent.status, sent.body]).toMatchObject([200, { deposit: { network: 'Polygon', amount: 1500 } }])
  expect(await eventsOf(body.transaction.transaction_id, paidOut)).toEqual(paidOut)
})

test.concurrent.each(['Solana', 'Stellar', 'Avalanche'])(
  'on %s too, a buy is delivered and a sell is paid',
  async (network) => {
    const [bought, sold] = await Promise.all([
      run('paid_exactly', { network }),
      run('slow_bank', { network, seconds: 1 }),
    ])
    expect(await eventsOf(bought.transaction_id, delivered)).toEqual(delivered)
    expect(await eventsOf(sold.transaction_id, paidOut)).toEqual(paidOut)
  },
)

test.each([
  ['/sandbox/v1/scenarios/earthquake', {}, 404, 'scenario_unknown'],
  ['/sandbox/v1/scenarios/paid_exactly', { count: 3 }, 422, 'field_unknown'],
  ['/sandbox/v1/scenarios/paid_exactly', { amount: 1 }, 422, 'amount_below_minimum'],
  ['/sandbox/v1/scenarios/paid_exactly', { business_id: 'biz_1' }, 403, 'business_mismatch'],
  ['/sandbox/v1/payments', {}, 422, 'field_required'],
  ['/sandbox/v1/payments', { amount: 20_000, vendor_number: '0000000009' }, 422, 'unknown_vendor'],
  ['/sandbox/v1/clock', { advance_seconds: 2_592_001 }, 422, 'field_invalid'],
])('an impossible request is refused: %s %j', async (path, given, status, code) => {
  const answer = await ask(path, given)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('moving the clock by two days makes a waiting buy require action, and a reset lists what stays open', async () => {
  const id = runs.get('wallet_without_trustline')?.transaction_id ?? ''
  const waiting = ['buy.pending_payment', 'buy.payment_received']
  const { body: unpaid } = await ask('/transactions/v1/offramp', {
    ...business(),
    type: 'sell_ramp',
    amount: 1600,
    bank_name: 'GTBank',
    account_number: '0123456789',
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'a-sell-without-tokens',
  })
  const moved = await ask('/sandbox/v1/clock', { advance_seconds: 12 * 3600 })
  expect(moved.body.clock).toMatchObject({ offset_seconds: 12 * 3600 })
  await ask('/sandbox/v1/clock', { advance_seconds: 36 * 3600 })
  expect(await eventsOf(id, [...waiting, 'buy.action_required'])).toEqual([...waiting, 'buy.action_required'])
  const gone = ['sell.pending_deposit', 'sell.expired']
  expect(await eventsOf(unpaid.transaction.transaction_id, gone)).toEqual(gone)
  const { body } = await ask('/sandbox/v1/reset', {})
  expect(body.reset).toMatchObject({
    // The part of the short payment went back by itself after two days.
    still_open: { 'buy.on_hold': 1 },
    offset_seconds: 48 * 3600,
  })
  expect((await ask('/sandbox/v1/clock')).body.clock).toMatchObject({
    offset_seconds: 48 * 3600,
  })
})

test('every command of the guide does what the guide says', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guides/sandbox.md'), 'utf8')
  const script = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join('\n')
  const values: Record<string, string | undefined> = {
    AFARA: stack.apiUrl,
    KEY: stack.facts.testKey,
    BUSINESS: stack.facts.businessId,
    TAG: stack.facts.linkTag,
  }
  const filled = script.replaceAll(
    /^(AFARA|KEY|BUSINESS|TAG)=.*$/gm,
    (_, name: string) => `${name}=${values[name]}`,
  )
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', filled])
  expect(stdout).toContain('"reset":')
})
