import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedLanes, seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { writeOperatorsFile } from '../authenticator/operators-file.ts'
import {
  FACTORY_ADDRESS,
  SWEEPER_ADDRESS,
  simulatedNetworks,
  simulatedSolana,
  simulatedStellar,
  TOKEN_ADDRESS,
} from '../chains/simulated-networks.ts'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import type { Child, OnSpawn } from '../processes/child-process.ts'
import { startMain } from '../processes/node-process.ts'

export type SignerOptions = Readonly<{
  /** Holds its log, policy, keys and journal. The journal must outlive the database. */
  directory: string
  port: number
  /** Required for every signature. */
  token: string
  databaseUrl: string
  /** The site at which operators sign decisions. By default the site of tests. */
  peopleOrigin?: string | undefined
  /** The console at which operators sign too. */
  consoleOrigin?: string | undefined
  /** Wallets that it signs for, instead of the fixed ones. */
  wallets?: StandIns | undefined
  /** Settings of the module for keys that are not in a file. */
  module?: Readonly<Record<string, string>> | undefined
  policy?: Readonly<{ uncausedTestMinor: string; perHourMinor: string }> | undefined
  onSpawn?: OnSpawn | undefined
}>

// High limits: the signer's own tests check limits, and stacks run under heavy load.
const limits = {
  per_transfer_minor: '10000000000',
  per_hour_minor: '100000000000000',
  per_day_minor: '1000000000000000',
  first_seen_minor: '10000000000',
}
/** What the seed and proofs give a business to begin with. */
export const UNCAUSED_TEST_MINOR = '1000000000000000'
const sweeps = { max_salts: 50, per_hour: 2000 }

/** Starts the signer with the keys of the test lanes, and waits until it listens. */
export async function startSigner(options: SignerOptions): Promise<Child> {
  return startMain({
    name: 'signer',
    main: 'vault/src/main-signer.ts',
    port: options.port,
    environment: signerEnvironment(options),
    logFile: join(options.directory, 'signer.log'),
    onSpawn: options.onSpawn,
  })
}

/** Returns the token with which the people process reads what was signed. */
export function peopleTokenOf(token: string): string {
  return `people-${token}`
}

/** Returns the token with which the reconciler asks a vault process what it sees. */
export function reconcilerTokenOf(token: string): string {
  return `reconciler-${token}`
}

/** Returns the token with which Prometheus reads the metrics of a vault process. */
export function metricsTokenOf(token: string): string {
  return `metrics-${token}`
}

/** Returns the signer's environment, and writes the files that it names. */
export function signerEnvironment(options: SignerOptions): Record<string, string> {
  const files = writeSignerFiles(options)
  return {
    ...options.module,
    SIGNER_HOST: '127.0.0.1',
    SIGNER_PORT: `${options.port}`,
    SIGNER_TOKEN: options.token,
    SIGNER_TOKEN_PEOPLE: peopleTokenOf(options.token),
    SIGNER_TOKEN_RECONCILER: reconcilerTokenOf(options.token),
    SIGNER_TOKEN_METRICS: metricsTokenOf(options.token),
    DATABASE_URL_SIGNER: options.databaseUrl,
    SIGNER_JOURNAL_FILE: files.journal,
    SIGNER_POLICY_FILE: files.policy,
    SIGNER_OPERATORS_FILE: files.operators,
    SIGNER_KEY_FILE: files.keys,
    SIGNER_KILL_FILE: files.kill,
  }
}

/** Writes the signer's policy and keys: its lanes and sweepers, their limits, and their keys. Safe to repeat. */
function writeSignerFiles({ wallets = noStandIns, peopleOrigin, consoleOrigin, ...options }: SignerOptions) {
  const directory = resolve(options.directory)
  mkdirSync(directory, { recursive: true })
  const lanes = [...evmLanes(), solanaLane(), stellarLane()].map((lane) => ({
    ...lane,
    ...loweredTo(options.policy, limits),
  }))
  const sweepers = [...evmSweepers(), solanaSweeper(), stellarSweeper()]
  const files = {
    policy: join(directory, 'policy.json'),
    operators: join(directory, 'operators.jsonl'),
    keys: join(directory, 'keys.json'),
    journal: join(directory, 'journal.ndjson'),
    kill: join(directory, 'kill'),
  }
  const operators_root = writeOperatorsFile(files.operators, seedOperators, peopleOrigin, consoleOrigin)
  const policy = {
    operators_root,
    uncaused_test_minor: options.policy?.uncausedTestMinor ?? UNCAUSED_TEST_MINOR,
    lanes,
    sweepers,
  }
  writeFileSync(files.policy, wallets.spell(`${JSON.stringify(policy, undefined, 2)}\n`))
  writeFileSync(files.keys, `${JSON.stringify(wallets.keys, undefined, 2)}\n`, { mode: 0o600 })
  return files
}

/** Returns these limits, all set to what a stack allows in an hour if it has its own policy. */
export function loweredTo<Name extends string>(
  policy: SignerOptions['policy'],
  usual: Readonly<Record<Name, string>>,
): Record<string, string> {
  if (policy === undefined) return usual
  return Object.fromEntries(Object.keys(usual).map((name) => [name, policy.perHourMinor]))
}

function evmLanes(): object[] {
  return Object.values(simulatedNetworks).flatMap(({ name, chainId, decimals }) =>
    seedLanes
      .filter(({ network }) => network === name)
      .map(({ network, number, address }) => ({
        mode: 'test',
        network,
        number,
        chain_id: chainId,
        token: TOKEN_ADDRESS,
        decimals,
        address,
        key: `test-lane-${number}`,
        max_fee_per_gas: '500000000000',
        max_gas: '200000',
        ...limits,
      })),
  )
}

function evmSweepers(): object[] {
  return Object.values(simulatedNetworks).map(({ name: network, chainId }) => ({
    mode: 'test',
    network,
    chain_id: chainId,
    factory: FACTORY_ADDRESS,
    token: TOKEN_ADDRESS,
    address: SWEEPER_ADDRESS,
    key: 'test-sweeper',
    max_cost: '5000000000000000000',
    ...sweeps,
  }))
}

function solanaLane(): object {
  const { name: network, lane: address, mint, tokenProgram, markerSecret, decimals } = simulatedSolana
  return {
    family: 'solana',
    mode: 'test',
    network,
    number: 1,
    mint,
    token_program: tokenProgram,
    marker_secret: markerSecret,
    decimals,
    address,
    key: 'test-solana-lane-1',
    max_fee: '10000000',
    ...limits,
  }
}

function solanaSweeper(): object {
  const { name: network, sweeper: address, mint, tokenProgram, decimals, lane: treasury } = simulatedSolana
  return {
    family: 'solana',
    mode: 'test',
    network,
    mint,
    token_program: tokenProgram,
    decimals,
    treasury,
    address,
    key: 'test-solana-sweeper',
    max_cost: '1000000000',
    openings_per_hour: 100_000,
    ...sweeps,
  }
}

function stellarLane(): object {
  const { name: network, lane: address, passphrase, asset, decimals, channels } = simulatedStellar
  return {
    family: 'stellar',
    mode: 'test',
    network,
    number: 1,
    passphrase,
    asset,
    decimals,
    address,
    key: 'test-stellar-lane-1',
    channels: channels.map((channel) => ({ ...channel, base: channel.base.toString() })),
    max_fee: '10000000',
    ...limits,
  }
}

function stellarSweeper(): object {
  const { name: network, sweeper: address, passphrase, asset, lane: treasury } = simulatedStellar
  return {
    family: 'stellar',
    mode: 'test',
    network,
    passphrase,
    asset,
    treasury,
    address,
    key: 'test-stellar-sweeper',
    max_cost: '1000000000',
    ...sweeps,
  }
}
