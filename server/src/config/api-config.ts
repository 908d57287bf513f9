import {
  type ChainsConfig,
  type ExplorersConfig,
  type KnownAddressesConfig,
  readExplorersConfig,
  readKnownAddressesConfig,
  readQueriedChainsConfig,
} from './chains-config.ts'
import { readSandboxConfig, type SandboxConfig } from './sandbox-config.ts'
import {
  type Environment,
  readBaseUrl,
  readNetworks,
  readPort,
  readText,
  readUrl,
  refuseSetting,
} from './setting.ts'
import {
  type BanksConfig,
  type KeyConfig,
  readBanksConfig,
  readKeyConfig,
  readPayerConfig,
  readWebhooksConfig,
  type VaultConfig,
  type WebhooksConfig,
} from './shared-config.ts'

type Listener = Readonly<{ host: string; port: number }>

export type ApiConfig = Readonly<{
  api: Listener
  otc: Listener
  /** For operators only: metrics and health. */
  management: Listener
  /** Networks whose word about the caller's address is taken. While there are none, the peer of the socket is the caller. */
  trustedProxies: readonly string[]
  /** How long requests are still taken after readiness said no, so that a load balancer can look elsewhere first. */
  drainMs: number
  /** The address that callers know us by; links in replies begin with it. */
  publicUrl: string
  /** The address of the OTC rates, for the API reference. */
  otcPublicUrl: string
  databaseUrl: string
  engineUrl: string
  keys: KeyConfig
  /** Whose notifications are taken. */
  banks: BanksConfig
  /** The process that asks banks for names and verifies what they say of payouts; without it neither is done. */
  payer: VaultConfig | undefined
  /** What deposit addresses are made of, where tokens can be sold from a wallet, and addresses that are nobody's wallet. */
  knownAddresses: KnownAddressesConfig
  /** The simulators that scenarios act upon in test mode; without them there are none. */
  sandbox: SandboxConfig | undefined
  webhooks: WebhooksConfig
  /** Networks that are asked whether a wallet can receive. Without them nothing is known but how it is spelt. */
  chains: ChainsConfig
  explorers: ExplorersConfig
}>

/** The api's own settings and no other's, so that it holds no password of another process. */
export function readApiConfig(env: Environment): ApiConfig {
  return Object.freeze({
    api: readListener(env, 'API'),
    otc: readListener(env, 'OTC'),
    management: readListener(env, 'API_MANAGEMENT'),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    drainMs: readDrainMs(env, 'API_DRAIN_MS'),
    publicUrl: readBaseUrl(env, 'API_PUBLIC_URL'),
    otcPublicUrl: readBaseUrl(env, 'OTC_PUBLIC_URL'),
    databaseUrl: readUrl(env, 'DATABASE_URL_API'),
    engineUrl: readUrl(env, 'RESTATE_INGRESS_URL'),
    keys: readKeyConfig(env),
    banks: readBanksConfig(env),
    payer: readPayerConfig(env, 'PAYER_TOKEN_API'),
    knownAddresses: readKnownAddressesConfig(env),
    sandbox: readSandboxConfig(env),
    webhooks: readWebhooksConfig(env),
    chains: readQueriedChainsConfig(env),
    explorers: readExplorersConfig(env),
  })
}

function readListener(env: Environment, name: string): Listener {
  return { host: readText(env, `${name}_HOST`), port: readPort(env, `${name}_PORT`) }
}

function readDrainMs(env: Environment, name: string): number {
  const value = env[name] ?? ''
  if (value === '') return 0
  if (/^[0-9]{1,4}$/.test(value) && Number(value) <= 5_000) return Number(value)
  return refuseSetting(name, 'milliseconds, 0 to 5000')
}
