import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import {
  FACTORY_ADDRESS,
  simulatedNetworks,
  simulatedSolana,
  simulatedStellar,
  TOKEN_ADDRESS,
  TREASURY_ADDRESS,
} from '../chains/simulated-networks.ts'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import type { Child, OnSpawn } from '../processes/child-process.ts'
import { startMain } from '../processes/node-process.ts'
import { payoutSecretsOf } from '../simulators/simulated-bank-accounts.ts'

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

// Wide: the limits are the payer's own tests' concern, and a stack is pushed hard.
const limits = {
  per_payout_minor: '100000000000',
  per_hour_minor: '100000000000000',
  per_day_minor: '1000000000000000',
  first_day_minor: '100000000000',
}
const DEFAULT_REPEAT_AFTER_SECONDS = 1_800

/** Starts the process that asks banks to pay, with the test accounts at the simulated bank, and waits until it listens. */
export async function startPayer(options: PayerOptions): Promise<Child> {
  return startMain({
    name: 'payer',
    main: 'vault/src/main-payer.ts',
    port: options.port,
    environment: payerEnvironment(options),
    logFile: join(options.directory, 'payer.log'),
    onSpawn: options.onSpawn,
  })
}

/** What it is told. Writes the files that this names. */
export function payerEnvironment(options: PayerOptions): Record<string, string> {
  const files = writePayerFiles(options)
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

/** What the payer is to be told: from which accounts it pays, up to how much, and how their vendors are asked. Safe to repeat. */
function writePayerFiles(options: PayerOptions) {
  const { bankUrl, repeatAfterSeconds = DEFAULT_REPEAT_AFTER_SECONDS, wallets = noStandIns } = options
  const directory = resolve(options.directory)
  mkdirSync(directory, { recursive: true })
  const accounts = seedPayoutAccounts.map(({ id, vendor }) => ({
    account: id,
    mode: 'test',
    vendor,
    repeat_after_seconds: repeatAfterSeconds,
    ...limits,
  }))
  const tokens = [
    ...Object.values(simulatedNetworks).map(({ name }) => ({
      mode: 'test',
      network: name,
      token: TOKEN_ADDRESS,
      factory: FACTORY_ADDRESS,
      treasury: TREASURY_ADDRESS,
    })),
    {
      family: 'solana',
      mode: 'test',
      network: simulatedSolana.name,
      mint: simulatedSolana.mint,
      token_program: simulatedSolana.tokenProgram,
      sweeper: simulatedSolana.sweeper,
    },
    {
      family: 'stellar',
      mode: 'test',
      network: simulatedStellar.name,
      asset: simulatedStellar.asset,
      sweeper: simulatedStellar.sweeper,
    },
  ]
  const credentials = Object.fromEntries(
    seedPayoutAccounts.map((account) => [account.id, payoutSecretsOf(account, bankUrl)]),
  )
  const files = {
    policy: join(directory, 'policy.json'),
    credentials: join(directory, 'credentials.json'),
    journal: join(directory, 'journal.ndjson'),
    kill: join(directory, 'kill'),
  }
  writeFileSync(files.policy, wallets.spell(`${JSON.stringify({ accounts, tokens }, undefined, 2)}\n`))
  writeFileSync(files.credentials, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 })
  return files
}
