import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { requireOperator } from '@afara/server/records/operators/operator-store.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { terminalEnvironment } from '@afara/stack/services/server-environment.ts'
import { startServer } from '@afara/stack/services/server-process.ts'

/** Terminals of two operators, each with their own passkey. They run the real command, which asks a real people process. */
export type Terminals = Readonly<{
  first(...words: readonly string[]): Promise<string>
  second(...words: readonly string[]): Promise<string>
  close(): Promise<void>
}>

const run = promisify(execFile)

export async function openTerminals(
  owner: Pool,
  environment: Readonly<Record<string, string>>,
): Promise<Terminals> {
  const program = fileURLToPath(import.meta.resolve('@afara/server/main-ops.ts'))
  const directory = mkdtempSync(join(tmpdir(), 'afara-terminals-'))
  const port = await findFreePort()
  const people = await startServer({
    name: 'people',
    port,
    environment: { ...environment, PEOPLE_HOST: '127.0.0.1', PEOPLE_PORT: String(port) },
    directory,
  })
  const peopleOrigin = environment.PEOPLE_ORIGIN ?? ''
  const sit = async (email: string) => {
    const env = {
      ...terminalEnvironment({ peoplePort: port, peopleOrigin }),
      PATH: process.env.PATH ?? '',
      XDG_CONFIG_HOME: directory,
      AFARA_OPERATOR: await requireOperator(owner, email),
    }
    return async (...words: readonly string[]): Promise<string> => {
      const typed = ['ops', ...words]
      const { stdout } = await run(process.execPath, [program, ...typed], { env }).catch(
        (error: Error & { stdout?: string; stderr?: string }) => {
          throw new Error(`afara ${typed.join(' ')}: ${error.stderr ?? ''}${error.stdout ?? ''}`)
        },
      )
      return stdout
    }
  }
  const [one, other] = seedOperators
  return {
    first: await sit(one.email),
    second: await sit(other.email),
    close: async () => people.stop(),
  }
}
