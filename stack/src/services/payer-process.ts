import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedOperators, seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { writeOperatorsFile } from '../authenticator/operators-file.ts'
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
import {
  loweredTo,
  metricsTokenOf,
  reconcilerTokenOf,
  type SignerOptions,
  UNCAUSED_TEST_MINOR,
} from './signer-process.ts'

/** Tokens of the payer: the worker's for everything, the api's only for names and notifications. */
export type PayerTokens = Readonly<{ worker: string; api: string }>

type PayerOptions = Readonly<{
  /** Holds its log, policy, credentials and journal. The journal must outlive the database. */
  directory: string
  port: number
  tokens: PayerTokens
  databaseUrl: string
  bankUrl: string
  /** The site at which operators sign decisions. By default the site of tests. */
  peopleOrigin?: string | undefined
  /** The console at which operators sign too. */
  consoleOrigin?: string | undefined
  /** How long a bank must answer "not found" before a reference is sent again. The default is half an hour, as in production. */
  repeatAfterSeconds?: number | undefined
  /** Where a vendor asks before it pays. Without it, none can ask. */
  approvalPort?: number | undefined
  policy?: SignerOptions['policy']
  /** Wallets that receive the tokens of sells, instead of the fixed ones. */
  wallets?: StandIns | undefined
  onSpawn?: OnSpawn | undefined
}>

// High limits: the payer's own tests check limits, and stacks run under heavy load.
const limits = {
  per_payout_minor: '100000000000',
  per_hour_minor: '100000000000000',
  per_day_minor: '1000000000000000',
  first_day_minor: '100000000000',
}
const DEFAULT_REPEAT_AFTER_SECONDS = 1_800

/**
 * A business that goes live has its bank account proven in live mode. On this machine the simulated bank answers. The database has no
 * account with this id, so nothing is paid from it.
 */
const LIVE_NAMES_ACCOUNT = '01935a00-0000-7000-8000-000000000019'

/** Starts the payer with the test accounts at the simulated bank, and waits until it listens. */
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

/** Returns the payer's environment, and writes the files that it names. */
export function payerEnvironment(options: PayerOptions): Record<string, string> {
  const files = writePayerFiles(options)
  return {
    PAYER_HOST: '127.0.0.1',
    PAYER_PORT: `${options.port}`,
    PAYER_TOKEN_WORKER: options.tokens.worker,
    PAYER_TOKEN_API: options.tokens.api,
    PAYER_TOKEN_RECONCILER: reconcilerTokenOf(options.tokens.worker),
    PAYER_TOKEN_METRICS: metricsTokenOf(options.tokens.worker),
    ...(options.approvalPort !== undefined && {
      PAYER_APPROVAL_HOST: '127.0.0.1',
      PAYER_APPROVAL_PORT: `${options.approvalPort}`,
    }),
    DATABASE_URL_PAYER: options.databaseUrl,
    PAYER_JOURNAL_FILE: files.journal,
    // Encrypts only invented account numbers.
    PAYER_JOURNAL_KEYS: `1:${Buffer.alloc(32, 'a journal of ours').toString('base64')}`,
    PAYER_POLICY_FILE: files.policy,
    PAYER_OPERATORS_FILE: files.operators,
    PAYER_CREDENTIALS_FILE: files.credentials,
    PAYER_KILL_FILE: files.kill,
  }
}

/** Writes the payer's policy and credentials: its accounts, their limits, and the access to their vendors. Safe to repeat. */
function writePayerFiles(options: PayerOptions) {
  const { bankUrl, repeatAfterSeconds = DEFAULT_REPEAT_AFTER_SECONDS, wallets = noStandIns } = options
  const directory = resolve(options.directory)
  mkdirSync(directory, { recursive: true })
  const accounts = seedPayoutAccounts.map(({ id, vendor }) => ({
    account: id,
    mode: 'test',
    vendor,
    repeat_after_seconds: repeatAfterSeconds,
    ...loweredTo(options.policy, limits),
  }))
  const liveNames = {
    account: LIVE_NAMES_ACCOUNT,
    mode: 'live',
    vendor: seedPayoutAccounts[0].vendor,
    ...limits,
  }
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
  const credentials = Object.fromEntries([
    ...seedPayoutAccounts.map((account) => [account.id, payoutSecretsOf(account, bankUrl)]),
    [LIVE_NAMES_ACCOUNT, payoutSecretsOf(seedPayoutAccounts[0], bankUrl)],
  ])
  const files = {
    policy: join(directory, 'policy.json'),
    operators: join(directory, 'operators.jsonl'),
    credentials: join(directory, 'credentials.json'),
    journal: join(directory, 'journal.ndjson'),
    kill: join(directory, 'kill'),
  }
  const operators_root = writeOperatorsFile(
    files.operators,
    seedOperators,
    options.peopleOrigin,
    options.consoleOrigin,
  )
  const policy = {
    operators_root,
    uncaused_test_minor: options.policy?.uncausedTestMinor ?? UNCAUSED_TEST_MINOR,
    accounts: [...accounts, liveNames],
    tokens,
  }
  writeFileSync(files.policy, wallets.spell(`${JSON.stringify(policy, undefined, 2)}\n`))
  writeFileSync(files.credentials, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 })
  return files
}
