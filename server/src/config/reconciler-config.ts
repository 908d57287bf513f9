import type { DurabilityDemands } from '../kernel/postgres/require-durable.ts'
import { type ChainsConfig, readChainsConfig } from './chains-config.ts'
import { readSettings } from './read-settings.ts'
import type { Environment, Listener } from './setting.ts'
import {
  type BanksConfig,
  readBanksConfig,
  readDurability,
  readPayerConfig,
  readSignerConfig,
  type VaultConfig,
} from './shared-config.ts'

export type ReconcilerConfig = Readonly<{
  /** Where it says whether it compares. */
  listener: Listener
  databaseUrl: string
  /** What PostgreSQL must promise before anything is started. */
  durability: DurabilityDemands
  chains: ChainsConfig
  /** Each credit that was recorded is asked about at its bank. */
  banks: BanksConfig
  /** Its tokens ask signer and payer what they see, and order nothing. */
  signer: VaultConfig | undefined
  payer: VaultConfig | undefined
  /** Time between two passes. */
  everyMs: number
  /** The missing amount above which everything is frozen. */
  freezeAllMinor: bigint
}>

/** Reads only the settings of the reconciler. None of them can send, sign or pay. */
export function readReconcilerConfig(env: Environment): ReconcilerConfig {
  const settings = readSettings(env, 'reconciler')
  const { get } = settings
  return Object.freeze({
    listener: { host: get('RECONCILER_HOST'), port: get('RECONCILER_PORT') },
    databaseUrl: get('DATABASE_URL_RECONCILER'),
    durability: readDurability(settings, env),
    chains: readChainsConfig(settings),
    banks: readBanksConfig(settings),
    signer: readSignerConfig(settings, 'SIGNER_TOKEN_RECONCILER'),
    payer: readPayerConfig(settings, 'PAYER_TOKEN_RECONCILER'),
    everyMs: get('RECONCILE_SECONDS'),
    freezeAllMinor: get('RECONCILE_FREEZE_ALL_NAIRA'),
  })
}
