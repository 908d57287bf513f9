import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAdminConfig } from '@afara/server/config/command-config.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Backstage } from './backstage.ts'
import { buildWorld } from './build-world.ts'
import { createBackstage } from './create-backstage.ts'
import type { Ports } from './lane.ts'
import { endpointUrl } from './requests/field-values.ts'
import type { Party, World } from './world.ts'

export type FuzzStack = Readonly<{
  world: World
  backstage: Backstage
  ports: Ports
  /** Pool that reads everything and runs the checks. */
  pool: Pool
  apiLog: string
  /** Secrets that must be in no reply and no log. */
  secrets: readonly string[]
  stop(): Promise<void>
}>

const RATES_WITHIN_MS = 60_000

/** Starts the real processes, and creates everything that requests will name. */
export async function raiseFuzzStack(): Promise<FuzzStack> {
  // Only the sandbox uses this bank. It does not notify the service, so nothing is paid.
  const { directory, onSpawn, remove } = await createTemporaryRun()
  const bank = await startBankSimulator({ directory, onSpawn, accounts: simulatedAccounts() })
  // Rates are set manually once the stack runs, and should be published soon after.
  const stack = await raiseLiveStack({ RATE_POLL_SECONDS: '5', SANDBOX_BANK_URL: bank.url })
  const { environment } = stack
  const { ownerUrl, cell, peppers } = readAdminConfig(environment)
  const owner = createPool(ownerUrl, { max: 4, applicationName: 'proof-owner' })
  const pool = createPool(stack.databaseUrl('afara_worker'), { max: 4, applicationName: 'proof' })
  const stop = async () => {
    await owner.end()
    await pool.end()
    await stack.stop()
    await bank.stop()
    remove()
  }
  try {
    const deps = { pool: owner, clock: systemClock, cell, peppers }
    const backstage = createBackstage(deps)
    const start = await buildWorld(deps, backstage)
    const key = start.parties[0]?.key ?? ''
    const otcUrl = `http://127.0.0.1:${environment.OTC_PORT}`
    await untilAnswered(`${stack.apiUrl}/rates/v1/usdc-ngnc`, key)
    await untilAnswered(`${otcUrl}/otc/buy`, key)
    const drills = [await startDrill(stack.apiUrl, key), await startDrill(stack.apiUrl, key)]
    return {
      world: {
        ...start,
        drills,
        buys: [await makeBuy(stack.apiUrl, start.parties[0])],
        payLinks: [await makePayLink(stack.apiUrl, start.parties[0])],
        batches: [await makeBatch(stack.apiUrl, key)],
        endpoints: [
          await openEndpoint(stack.apiUrl, key, 'kept'),
          await openEndpoint(stack.apiUrl, key, 'too'),
        ],
        doomedEndpoint: await openEndpoint(stack.apiUrl, key, 'doomed'),
      },
      backstage,
      ports: { api: Number(environment.API_PORT), otc: Number(environment.OTC_PORT) },
      pool,
      apiLog: join(stack.beside.directory, 'api.log'),
      secrets: [
        ...start.parties.map((party) => party.key),
        start.playground.key,
        ...Object.values(start.poorKeys),
        ...[...peppers.values()].map((pepper) => pepper.toString('hex')),
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilAnswered(url: string, key: string): Promise<void> {
  const deadline = performance.now() + RATES_WITHIN_MS
  for (;;) {
    const { status } = await fetch(url, { headers: { 'svc-sec-key': key } })
    if (status === 200) return
    if (performance.now() > deadline) throw new Error(`${url} is not ready: it answers ${status}`)
    await sleep(200)
  }
}

async function startDrill(apiUrl: string, key: string): Promise<string> {
  const response = await fetch(`${apiUrl}/drills/v1`, { method: 'POST', headers: { 'svc-sec-key': key } })
  const { drill } = (await response.json()) as { drill: { id: string } }
  return drill.id
}

async function makeBuy(apiUrl: string, party: Party | undefined): Promise<string> {
  const vendor = party?.vendors[0]
  const response = await fetch(`${apiUrl}/transactions/v1/onramp`, {
    method: 'POST',
    headers: { 'svc-sec-key': party?.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      business_id: party?.businessId,
      link_tag: party?.linkTag,
      type: 'buy_ramp',
      amount: 15_000,
      vendor_name: vendor?.name,
      vendor_bank: vendor?.bank,
      vendor_number: vendor?.number,
      bank_name: 'GTBank',
      account_number: '0123456789',
    }),
  })
  const { transaction } = (await response.json()) as { transaction: { transaction_id: string } }
  return transaction.transaction_id
}

async function makePayLink(apiUrl: string, party: Party | undefined): Promise<string> {
  const response = await fetch(`${apiUrl}/pay-links/v1`, {
    method: 'POST',
    headers: { 'svc-sec-key': party?.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: party?.businessId, link_tag: party?.linkTag, amount: 15_000 }),
  })
  const { pay_link } = (await response.json()) as { pay_link: { id: string } }
  return pay_link.id
}

async function makeBatch(apiUrl: string, key: string): Promise<string> {
  const response = await fetch(`${apiUrl}/payouts/v1/batches`, {
    method: 'POST',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [{ bank_name: 'GTBank', account_number: '0123456789', amount: 15_000 }] }),
  })
  const { batch } = (await response.json()) as { batch: { id: string } }
  return batch.id
}

/** Opens an endpoint on a port of this machine where nothing listens. */
async function openEndpoint(apiUrl: string, key: string, name: string): Promise<string> {
  const response = await fetch(`${apiUrl}/webhooks/v1/endpoints`, {
    method: 'POST',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: endpointUrl(name) }),
  })
  const { endpoint } = (await response.json()) as { endpoint: { id: string } }
  return endpoint.id
}
