import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { bankVendors, hookUrlsAt, serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { type BankVendor, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { readWorkerConfig } from '../../src/config/worker-config.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { wireWorker } from '../../src/wire/wire-worker.ts'
import { wireTestApi } from './test-api.ts'

export type Payment = Readonly<{
  account: string
  amount: string
  payer?: Readonly<{ account_number: string; name: string; bank: string }>
  faults?: ReadonlyArray<string | { fault: string; seconds: number }>
}>

const accounts = [
  { number: '0000000001', vendor: 'monnify' },
  { number: '0000000002', vendor: 'providus' },
  { number: '0000000003', vendor: 'paystack' },
] as const satisfies ReadonlyArray<{ number: string; vendor: BankVendor }>

/**
 * Creates a bank simulator with three of our accounts, a database that has them, an API that receives the bank's notifications, and a
 * worker that reads the bank. `engineUrl` receives the nudges. The default leads nowhere.
 */
export async function createBankWorld({ engineUrl = 'http://127.0.0.1:1' } = {}) {
  const database = await createTestDatabase()
  const run = await createTemporaryRun()
  const port = await findFreePort()
  const apiUrl = `http://127.0.0.1:${port}`
  const bank = await startBankSimulator({
    ...run,
    seed: 'bank-world',
    accounts,
    hookUrls: hookUrlsAt(apiUrl),
  })
  const config = readWorkerConfig({
    ...serverEnvironment({
      databaseUrl: (role) => database.url(role),
      restateIngressUrl: engineUrl,
      apiPort: port,
      otcPort: 0,
      managementPort: 0,
      workerPort: 0,
      keyPeppers: `1:${'0f'.repeat(32)}`,
      sealHeadFile: `${run.directory}/seal-head`,
    }),
    ...bankVendors(bank.url),
    BANK_POLL_SECONDS: '1',
  })
  const worker = await wireWorker(config)
  worker.logger.level = 'silent'
  const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
  const accountIds = {} as Record<BankVendor, string>
  for (const { number, vendor } of accounts) {
    accountIds[vendor] = newId()
    await owner.query(
      `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed)
       values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK (not a bank)', $3)`,
      [accountIds[vendor], number, vendor],
    )
  }
  const nudged: string[] = []
  const api = wireTestApi(database, {
    banks: config.banks,
    nudgeAccount: (id) => nudged.push(id),
  })
  const app = createApp(api)
  await app.listen({ host: '127.0.0.1', port })

  const tell = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${bank.adminUrl}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the bank said ${response.status}: ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }

  return {
    database,
    directory: run.directory,
    bank,
    config,
    worker,
    owner,
    api,
    app,
    apiUrl,
    accountIds,
    /** Accounts that the API nudged. */
    nudged,
    tell,
    /** Returns the ids of the lines that the bank booked. */
    pay: async (...payments: Payment[]): Promise<string[]> => {
      const paid = (await tell('POST', '/payments', { payments })) as {
        payments: ReadonlyArray<{ lines: ReadonlyArray<{ id: string }> }>
      }
      return paid.payments.flatMap(({ lines }) => lines.map(({ id }) => id))
    },
    hints: async () => {
      const { rows } = await worker.pool.query(
        'select vendor, vendor_account_id as "accountId", tries, last_error as "lastError", given_up_at as "givenUpAt" from feed_hint',
      )
      return rows as ReadonlyArray<{
        vendor: string
        accountId: string | null
        tries: number
        lastError: string | null
        givenUpAt: Date | null
      }>
    },
    /** Returns the recorded lines of an account, oldest first, in kobo. */
    lines: async (vendor: BankVendor) => {
      const { rows } = await worker.pool.query<{ gross: string; direction: string }>(
        'select gross_minor::text as gross, direction from bank_line where vendor_account_id = $1 order by booked_at',
        [accountIds[vendor]],
      )
      return rows.map(({ gross, direction }) => (direction === 'credit' ? gross : `-${gross}`))
    },
    end: async () => {
      await app.close()
      await bank.stop()
      await api.stop()
      await Promise.all([worker.pool.end(), worker.sealerPool.end(), owner.end()])
      await database.drop()
      run.remove()
    },
  }
}
