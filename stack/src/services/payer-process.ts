import { join, resolve } from 'node:path'
import type { StandIns } from '../chains/stand-in-wallets.ts'
import { type Child, type OnSpawn, startChild } from '../processes/child-process.ts'
import { acceptsConnections, claimPort } from '../processes/loopback-port.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'
import { writePayerFiles } from './payer-files.ts'

/** What opens the payer: for the worker everything, for the api only names and notifications. */
export type PayerTokens = Readonly<{ worker: string; api: string }>

type PayerOptions = Readonly<{
  /** Holds its log, policy, credentials and journal. The journal is a witness: it outlives the database. */
  directory: string
  port: number
  tokens: PayerTokens
  databaseUrl: string
  bankUrl: string
  /** How long a bank must have known of nothing before the same is sent again; half an hour, as in earnest, unless somebody is in a hurry. */
  repeatAfterSeconds?: number | undefined
  /** Where sells are paid to, if not to the fixed ones. */
  wallets?: StandIns | undefined
  onSpawn?: OnSpawn | undefined
}>

const ROOT = resolve(import.meta.dirname, '../../..')
const MAIN = 'vault/src/main-payer.ts'

/** Starts the process that asks banks to pay, with the test accounts at the simulated bank, and waits until it listens. */
export async function startPayer(options: PayerOptions): Promise<Child> {
  const port = await claimPort(options.port)
  const child = await startChild({
    name: 'payer',
    command: process.execPath,
    args: [MAIN],
    environment: payerEnvironment(options),
    directory: ROOT,
    logFile: join(options.directory, 'payer.log'),
    onSpawn: options.onSpawn,
  })
  await waitUntilReady(
    child,
    () => acceptsConnections(port),
    `It is ${MAIN}, and was to listen on port ${port}.`,
  )
  return child
}

/** What it is told. Writes the files that this names. */
export function payerEnvironment(options: PayerOptions): Record<string, string> {
  const files = writePayerFiles(
    resolve(options.directory),
    options.bankUrl,
    options.repeatAfterSeconds,
    options.wallets,
  )
  return {
    PAYER_HOST: '127.0.0.1',
    PAYER_PORT: `${options.port}`,
    PAYER_TOKEN_WORKER: options.tokens.worker,
    PAYER_TOKEN_API: options.tokens.api,
    DATABASE_URL_PAYER: options.databaseUrl,
    PAYER_JOURNAL_FILE: files.journal,
    PAYER_POLICY_FILE: files.policy,
    PAYER_CREDENTIALS_FILE: files.credentials,
    PAYER_KILL_FILE: files.kill,
  }
}
