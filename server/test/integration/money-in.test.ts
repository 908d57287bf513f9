import { startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import { fundLanes } from '@afara/stack/chains/evm/fund-lanes.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { startRestate } from '@afara/stack/restate/restate-server.ts'
import { hookUrlsAt, serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'
import { startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'

// Real processes: the bank, the API, the worker and Restate.

const database = await createTestDatabase()
const run = await createTemporaryRun()
const pool = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })

type Stack = Awaited<ReturnType<typeof raise>>
let stack: Stack
let worker: Child

beforeAll(async () => {
  stack = await raise()
  worker = stack.worker
})
afterEach(async () => tellBank('DELETE', '/faults'))
afterAll(async () => {
  await Promise.all([stack.api.stop(), worker.stop(), stack.bank.stop(), stack.chain.stop()])
  await stack.engine.stop()
  await pool.end()
  await database.drop()
  run.remove()
})

async function raise() {
  const engine = await startRestate({ directory: `${run.directory}/restate`, onSpawn: run.onSpawn })
  const [apiPort, workerPort] = [await findFreePort(), await findFreePort()]
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const bank = await startBankSimulator({
    ...run,
    seed: 'money-in',
    accounts: simulatedAccounts(),
    hookUrls: hookUrlsAt(apiUrl),
  })
  // Tokens are not sent to a wallet that cannot be checked, so a chain is needed.
  const { polygon } = simulatedNetworks
  const chain = await startAnvil({ ...run, chainId: polygon.chainId })
  const environment = {
    ...serverEnvironment({
      databaseUrl: database.url,
      restateIngressUrl: engine.ingressUrl,
      apiPort,
      otcPort: await findFreePort(),
      managementPort: await findFreePort(),
      workerPort,
      keyPeppers: `1:${'0f'.repeat(32)}`,
      sealHeadFile: `${run.directory}/seal-head`,
      bankUrl: bank.url,
      chainUrls: { Polygon: chain.url },
    }),
    BANK_POLL_SECONDS: '1',
  }
  const seed = await runSeed(environment)
  await fundLanes(database.url('afara_owner'), polygon, chain.url)
  const workerAt = { name: 'worker', port: workerPort, environment, ...run } as const
  const worker = await startServer(workerAt)
  await engine.registerWorker(`http://127.0.0.1:${workerPort}`)
  const api = await startServer({ name: 'api', port: apiPort, environment, ...run })
  return { engine, bank, chain, seed, apiUrl, api, worker, workerAt }
}

async function tellBank(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${stack.bank.adminUrl}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`the bank said ${response.status}: ${await response.text()}`)
}

const payers = {
  '0000000001': { account_number: '0123456701', name: 'OKAFOR CHIDI EMEKA' },
  '0000000002': { account_number: '0123456702', name: 'BELLO AMINA' },
  '0000000003': { account_number: '0123456703', name: 'OBI ADA NGOZI' },
} as const
type Account = keyof typeof payers

let naira = 20_000
/** Returns an amount that no other test uses. */
const anAmount = () => {
  naira += 7
  return naira
}

async function pay(account: Account, amount: number, ...faults: string[]): Promise<void> {
  const payer = { ...payers[account], bank: 'GTB' }
  await tellBank('POST', '/payments', { payments: [{ account, amount: String(amount), payer, faults }] })
}

/** Requests a buy. The same reference again returns its status. */
async function buy(account: Account, amount: number, reference: string): Promise<string> {
  const vendor = simulatedAccounts().find(({ number }) => number === account)
  const response = await fetch(`${stack.apiUrl}/transactions/v1/onramp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-sec-key': stack.seed.testKey },
    body: JSON.stringify({
      business_id: stack.seed.businessId,
      link_tag: stack.seed.linkTag,
      type: 'buy_ramp',
      amount,
      vendor_name: vendor?.name,
      vendor_number: account,
      vendor_bank: 'TEST BANK (not a bank)',
      bank_name: 'GTBank',
      account_number: payers[account].account_number,
      account_name: payers[account].name,
      network: 'Polygon',
      wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      reference,
    }),
  })
  const reply = (await response.json()) as { transaction?: { status: string }; message: string }
  return reply.transaction?.status ?? reply.message
}

/** Waits until the naira was matched. How far the buy then continues does not matter. */
async function received(account: Account, amount: number, reference: string): Promise<void> {
  await expect
    .poll(async () => buy(account, amount, reference), { timeout: 150_000, interval: 200 })
    .toMatch(/^(cleared|action_required|on_hold|sending|completed)$/)
}

const accounts = Object.keys(payers) as Account[]

test.each(accounts)('a buy, and then its payment into %s', async (account) => {
  const [amount, reference] = [anAmount(), `buy-first-${account}`]
  expect(await buy(account, amount, reference)).toBe('pending_payment')
  await pay(account, amount)
  await received(account, amount, reference)
})

test.each(accounts)('a payment into %s, and then its buy', async (account) => {
  const [amount, reference] = [anAmount(), `payment-first-${account}`]
  await pay(account, amount)
  await expect.poll(async () => linesOf(amount)).toBe(1)
  await received(account, amount, reference)
})

test('a payment whose notification was lost is found in the list', async () => {
  const amount = anAmount()
  await buy('0000000001', amount, 'hook-lost')
  await pay('0000000001', amount, 'hook_never')
  await received('0000000001', amount, 'hook-lost')
  expect(await linesOf(amount)).toBe(1)
})

test('a notified payment is recorded while the list is down', async () => {
  const amount = anAmount()
  await tellBank('POST', '/faults', { fault: 'feed_down', vendor: 'monnify' })
  await buy('0000000001', amount, 'feed-down')
  await pay('0000000001', amount)
  await received('0000000001', amount, 'feed-down')
  expect(await linesOf(amount)).toBe(1)
})

test('a bank that is down delays no other bank, and is read again when it is back', async () => {
  const [stuck, free] = [anAmount(), anAmount()]
  for (const fault of ['feed_timeout', 'requery_timeout'])
    await tellBank('POST', '/faults', { fault, vendor: 'monnify' })
  await buy('0000000001', stuck, 'bank-away')
  await pay('0000000001', stuck)
  await buy('0000000002', free, 'bank-there')
  await pay('0000000002', free)
  await received('0000000002', free, 'bank-there')
  expect(await buy('0000000001', stuck, 'bank-away')).toBe('pending_payment')
  await tellBank('DELETE', '/faults')
  await received('0000000001', stuck, 'bank-away')
}, 360_000)

test('a forged notification changes nothing', async () => {
  const amount = anAmount()
  await buy('0000000003', amount, 'forged')
  // Banks may repeat earlier notifications at any time, so their hints are not counted.
  const recorded = async () => {
    const { lines, given } = await countAll()
    return { lines, given }
  }
  const before = await recorded()
  const response = await fetch(`${stack.apiUrl}/hooks/v1/test/paystack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-paystack-signature': '00'.repeat(64) },
    body: JSON.stringify({
      event: 'charge.success',
      data: { reference: 'forged-by-a-thief', amount: amount * 100 },
    }),
  })
  expect(response.status).toBe(401)
  expect(await recorded()).toEqual(before)
  expect((await pool.query(`select from feed_hint where key like '%forged-by-a-thief%'`)).rowCount).toBe(0)
  expect(await buy('0000000003', amount, 'forged')).toBe('pending_payment')
})

test('events while the worker is down are processed when it restarts', async () => {
  const [before, after] = [anAmount(), anAmount()]
  await buy('0000000001', before, 'killed-between')
  await worker.kill()
  await pay('0000000001', before)
  await pay('0000000003', after)
  await expect
    .poll(async () => Number((await pool.query('select count(*) from feed_hint')).rows[0].count))
    // At least these two: a bank may also repeat earlier notifications this late.
    .toBeGreaterThanOrEqual(2)
  await buy('0000000003', after, 'killed-before')
  worker = await startServer(stack.workerAt)
  await received('0000000001', before, 'killed-between')
  await received('0000000003', after, 'killed-before')
})

test('each payment was recorded once and allocated once, and the invariants hold', async () => {
  const { rows } = await pool.query(
    `select count(*)::int as lines, count(distinct gross_minor)::int as amounts,
       (select count(*)::int from allocation) as given from bank_line`,
  )
  expect(rows).toEqual([{ lines: 12, amounts: 12, given: 12 }])
  // Repeated notifications, however late, also have no effect.
  await expect.poll(async () => (await countAll()).hints, { timeout: 60_000 }).toBe(0)
  expect((await runChecks(pool)).findings).toEqual([])
})

async function linesOf(amount: number): Promise<number> {
  const { rows } = await pool.query('select count(*)::int as count from bank_line where gross_minor = $1', [
    amount * 100,
  ])
  return rows[0].count
}

async function countAll() {
  const { rows } = await pool.query(
    `select (select count(*)::int from bank_line) as lines, (select count(*)::int from feed_hint) as hints,
       (select count(*)::int from allocation) as given`,
  )
  return rows[0]
}
