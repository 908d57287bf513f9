import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import { metricsTokenOf } from '@afara/stack/services/signer-process.ts'
import { type BankDesk, openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { type Archiving, startArchiving } from '../backup/archive-process.ts'
import { bodyOf, drawOrder } from '../hour/order.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import { type Monitoring, startMonitoring } from './start-monitoring.ts'

export type Stage = Readonly<{
  stack: LiveStack
  businessId: string
  owner: Pool
  superuser: Pool
  desk: BankDesk
  archiving: Archiving
  monitoring: Monitoring
  /** Receives the events of the business from now on, and answers with this status. */
  endpoint: Readonly<{ open(): Promise<void>; answer(status: number): void }>
  clear(): Promise<void>
}>

const BALANCE_MINOR = 10_000_000_00n
// Enough work that a fault shows, and little enough for a busy machine.
const BUY_EVERY_MS = 3_000

/** Raises a stack with every process, customers who buy all the time, and Prometheus. */
export async function setStage(): Promise<Stage> {
  const run = await createTemporaryRun()
  const { directory, onSpawn } = run
  const [peoplePort, peopleManagementPort] = [await findFreePort(), await findFreePort()]
  const settings = {
    RECONCILE_SECONDS: '10',
    PAYOUT_LINES_SECONDS: '5',
  }
  const stack = await raiseLiveStack(settings, {
    bank: {},
    delivery: {},
    // Without it, AfaraDatabaseSingleNode fires all the time.
    standby: 'synchronous',
  })
  const { bank, environment, databaseUrl } = stack
  if (bank === undefined) throw new Error('the stack was started without a bank')
  const people = await startServer({
    name: 'people',
    port: peoplePort,
    environment: {
      ...environment,
      PEOPLE_HOST: '127.0.0.1',
      PEOPLE_PORT: String(peoplePort),
      PEOPLE_MANAGEMENT_HOST: '127.0.0.1',
      PEOPLE_MANAGEMENT_PORT: String(peopleManagementPort),
    },
    directory,
    onSpawn,
  })
  const owner = createPool(databaseUrl('afara_owner'), { max: 2, applicationName: 'proof' })
  const superuser = createPool(databaseUrl('postgres'), { max: 1, applicationName: 'proof' })
  const businessId = parseId('business', stack.businessId) ?? stack.businessId
  await giveBalance(owner, { businessId, minor: BALANCE_MINOR })
  const textfiles = join(directory, 'textfiles')
  mkdirSync(textfiles)
  const archiving = await startArchiving(run, databaseUrl('postgres'), join(textfiles, 'archive.prom'))
  const endpoint = await createEndpoint(stack)
  const desk = openBankDesk(bank.adminUrl)
  const customers = keepBuying(stack, desk)
  const portOf = (url = '') => Number(new URL(url).port)
  const monitoring = await startMonitoring(run, {
    targets: {
      'api:8083': Number(environment['API_MANAGEMENT_PORT']),
      'people:8088': peopleManagementPort,
      'worker:8089': Number(environment['WORKER_MANAGEMENT_PORT']),
      'reconciler:8087': Number(environment['RECONCILER_PORT']),
      'signer:8092': portOf(environment['SIGNER_URL']),
      'payer:8093': portOf(environment['PAYER_URL']),
    },
    tokens: {
      'signer-token': metricsTokenOf(environment['SIGNER_TOKEN'] ?? ''),
      'payer-token': metricsTokenOf(environment['PAYER_TOKEN'] ?? ''),
    },
    textfiles,
  })
  await monitoring.untilReached()
  return {
    stack,
    businessId,
    owner,
    superuser,
    desk,
    archiving,
    monitoring,
    endpoint,
    clear: async () => {
      await customers.stop()
      await monitoring.stop()
      await archiving.stop()
      await people.stop()
      await Promise.all([owner.end(), superuser.end()])
      await stack.stop()
      endpoint.close()
      run.remove()
    },
  }
}

/** Creates an endpoint for all events of the business, on this machine. */
async function createEndpoint({ apiUrl, testKey }: LiveStack) {
  let status = 200
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    open: async () => {
      const response = await fetch(`${apiUrl}/webhooks/v1/endpoints`, {
        method: 'POST',
        headers: { 'svc-sec-key': testKey, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `http://127.0.0.1:${port}/events` }),
      })
      if (!response.ok) throw new Error(`the endpoint was not opened: ${await response.text()}`)
    },
    answer: (wanted: number) => {
      status = wanted
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Customers who buy and pay all the time. A request that fails is theirs to repeat; here another customer comes. */
function keepBuying(stack: LiveStack, desk: BankDesk): Readonly<{ stop(): Promise<void> }> {
  const named = simulatedAccounts().filter(({ is_pool }) => is_pool !== true)
  const names = new Map(named.map(({ number, name }) => [number, name]))
  const stopping = new AbortController()
  const buy = async (number: number): Promise<void> => {
    const order = drawOrder(number, [...names.keys()])
    const response = await fetch(`${stack.apiUrl}/transactions/v1/onramp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-sec-key': stack.testKey },
      body: bodyOf(stack, order, names.get(order.account) ?? ''),
    })
    await response.arrayBuffer()
    const { account, amount, payer, reference } = order
    if (response.ok)
      await desk.pay([{ account, amount: String(amount), payer, remark: reference, faults: [] }])
  }
  const come = async (): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      await buy(number).catch(() => {})
      await sleep(BUY_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const coming = come()
  return {
    stop: async () => {
      stopping.abort()
      await coming
    },
  }
}
