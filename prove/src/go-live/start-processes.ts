import type { Mode } from '@afara/server/kernel/mode.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { openVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import type { Vendor } from './routes.ts'

export const CELL = 'dev'
const PEPPER = '0f'.repeat(32)
export const peppers = new Map([[1, Buffer.from(PEPPER, 'hex')]])

/** Starts an api and a people process. */
export async function startProcesses(
  directory: string,
  databaseUrl: (role: string) => string,
  parts: Child[],
) {
  const [apiPort, otcPort, managementPort, workerPort, peoplePort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const environment = {
    ...serverEnvironment({
      databaseUrl,
      // Nothing listens there. A request that is accepted waits for the worker, which does not run.
      restateIngressUrl: `http://127.0.0.1:${await findFreePort()}`,
      apiPort,
      otcPort,
      managementPort,
      workerPort,
      peoplePort,
      keyPeppers: `1:${PEPPER}`,
      sealHeadFile: '',
    }),
    CELL,
    PEOPLE_ORIGIN: testRelyingParty.origin,
    TRUSTED_PROXIES: '127.0.0.0/8',
  }
  parts.push(await startServer({ name: 'api', port: apiPort, environment, directory }))
  parts.push(await startServer({ name: 'people', port: peoplePort, environment, directory }))
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    otcUrl: `http://127.0.0.1:${otcPort}`,
    peopleUrl: `http://127.0.0.1:${peoplePort}`,
  }
}

/** Opens an account for payments in each mode, so that the buys of the document's examples are valid. */
export async function openAccounts(
  owner: Pool,
  [one, other]: ReadonlyArray<Readonly<{ email: string }>>,
): Promise<Readonly<Record<Mode, Vendor>>> {
  const why = { actor: one?.email ?? '', approver: other?.email ?? '', reason: 'a proof' }
  const open = async (mode: Mode, name: string, accountNumber: string): Promise<Vendor> => {
    const bank = mode === 'live' ? { bank: 'GTBank' } : {}
    const { account } = await openVendorAccount(owner, { mode, name, accountNumber, ...bank, ...why })
    return { name, number: accountNumber, bank: account.bankName }
  }
  return {
    test: await open('test', 'TEST ONLY, DO NOT PAY', '0000000001'),
    live: await open('live', 'Afara Collections', '0123456789'),
  }
}
