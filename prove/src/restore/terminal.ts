import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { issueOperatorKey } from '@afara/server/records/operators/manage-operators.ts'

/** Terminals of two operators, each with their own key. They run the real command. */
export type Terminals = Readonly<{
  first(...words: readonly string[]): Promise<string>
  second(...words: readonly string[]): Promise<string>
}>

const run = promisify(execFile)
const cell = { cell: 'dev', peppers: new Map([[1, Buffer.from('0f'.repeat(32), 'hex')]]) }

export async function openTerminals(
  owner: Pool,
  environment: Readonly<Record<string, string>>,
): Promise<Terminals> {
  const program = fileURLToPath(import.meta.resolve('@afara/server/main-ops.ts'))
  const sit = async (email: string) => {
    const why = { actor: email, reason: 'a proof of a restore' }
    const { secret } = await issueOperatorKey({ pool: owner, clock: systemClock, ...cell }, { email, ...why })
    return async (...words: readonly string[]): Promise<string> => {
      const env = { ...environment, PATH: process.env.PATH ?? '', AFARA_OPERATOR_KEY: secret }
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
  return { first: await sit(one.email), second: await sit(other.email) }
}
