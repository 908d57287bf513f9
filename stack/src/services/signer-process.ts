import { join, resolve } from 'node:path'
import type { StandIns } from '../chains/stand-in-wallets.ts'
import { type Child, type OnSpawn, startChild } from '../processes/child-process.ts'
import { acceptsConnections, claimPort } from '../processes/loopback-port.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'
import { writeSignerFiles } from './signer-files.ts'

type SignerOptions = Readonly<{
  /** Holds its log, policy, keys and journal. The journal is a witness: it outlives the database. */
  directory: string
  port: number
  /** Who does not know it is signed nothing. */
  token: string
  databaseUrl: string
  /** What it signs for, if not for the fixed ones. */
  wallets?: StandIns | undefined
  /** Where keys are that are in no file. */
  module?: Readonly<Record<string, string>> | undefined
  onSpawn?: OnSpawn | undefined
}>

const ROOT = resolve(import.meta.dirname, '../../..')
const MAIN = 'vault/src/main-signer.ts'

/** Starts the process that holds the keys, with the keys of test lanes, and waits until it listens. */
export async function startSigner(options: SignerOptions): Promise<Child> {
  const port = await claimPort(options.port)
  const child = await startChild({
    name: 'signer',
    command: process.execPath,
    args: [MAIN],
    environment: signerEnvironment(options),
    directory: ROOT,
    logFile: join(options.directory, 'signer.log'),
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
export function signerEnvironment(options: SignerOptions): Record<string, string> {
  const files = writeSignerFiles(resolve(options.directory), options.wallets)
  return {
    ...options.module,
    SIGNER_HOST: '127.0.0.1',
    SIGNER_PORT: `${options.port}`,
    SIGNER_TOKEN: options.token,
    DATABASE_URL_SIGNER: options.databaseUrl,
    SIGNER_JOURNAL_FILE: files.journal,
    SIGNER_POLICY_FILE: files.policy,
    SIGNER_KEY_FILE: files.keys,
    SIGNER_KILL_FILE: files.kill,
  }
}
