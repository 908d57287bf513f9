import type { KeyObject } from 'node:crypto'
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
  isSet,
  type Listener,
  readBaseUrl,
  readListener,
  readNetworks,
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
  readRelyingParty,
  readTokenKeys,
  readWebhooksConfig,
  type VaultConfig,
  type WebhooksConfig,
} from './shared-config.ts'

export type ApiConfig = Readonly<{
  api: Listener
  otc: Listener
  /** For operators only: metrics and health. */
  management: Listener
  /** Networks whose proxies are trusted to name the caller's address. Without any, the peer of the socket is the caller. */
  trustedProxies: readonly string[]
  /** How long requests are still accepted after readiness fails, so that a load balancer can switch over first. */
  drainMs: number
  /** Public URL of the API. Links in responses start with it. */
  publicUrl: string
  /** Public URL of the OTC rates, for the API reference. */
  otcPublicUrl: string
  databaseUrl: string
  engineUrl: string
  keys: KeyConfig
  /** Verify the tokens of people. Without any, no token is accepted. */
  tokenKeys: readonly KeyObject[]
  /** The site whose pages may call the API from a browser. */
  dashboardOrigin: string | undefined
  /** Vendors whose notifications are accepted. */
  banks: BanksConfig
  /** The process that makes name enquiries and verifies payout notifications. Without it, neither is done. */
  payer: VaultConfig | undefined
  /** The settings of deposit addresses, on networks that accept sells from a wallet. Also, addresses that are never a customer's wallet. */
  knownAddresses: KnownAddressesConfig
  /** The simulators that scenarios use in test mode. Without them there are no scenarios. */
  sandbox: SandboxConfig | undefined
  webhooks: WebhooksConfig
  /** Networks that are asked whether a wallet can receive. Without them only the format of an address is checked. */
  chains: ChainsConfig
  explorers: ExplorersConfig
  /** Our registered name and where to ask, for receipts and letters. */
  issuer: IssuerConfig
}>

type IssuerConfig = Readonly<{
  name: string
  rcNumber: string | null
  address: string | null
  contact: string
}>

/** Reads only the settings of the API, so that it holds no password of another process. */
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
    tokenKeys: readTokenKeys(env),
    dashboardOrigin: isSet(env, 'TENANT_TOKEN_PUBLIC_KEY') ? readRelyingParty(env).origin : undefined,
    banks: readBanksConfig(env),
    payer: readPayerConfig(env, 'PAYER_TOKEN_API'),
    knownAddresses: readKnownAddressesConfig(env),
    sandbox: readSandboxConfig(env),
    webhooks: readWebhooksConfig(env),
    chains: readQueriedChainsConfig(env),
    explorers: readExplorersConfig(env),
    issuer: readIssuerConfig(env),
  })
}

function readDrainMs(env: Environment, name: string): number {
  const value = env[name] ?? ''
  if (value === '') return 0
  if (/^[0-9]{1,4}$/.test(value) && Number(value) <= 5_000) return Number(value)
  return refuseSetting(name, 'a number of milliseconds from 0 to 5000')
}

/** Without these settings, papers name Afara and the public URL, as a stack of a developer does. */
function readIssuerConfig(env: Environment): IssuerConfig {
  const optional = (name: string) => (isSet(env, name) ? readText(env, name) : null)
  return {
    name: optional('ISSUER_NAME') ?? 'Afara',
    rcNumber: optional('ISSUER_RC_NUMBER'),
    address: optional('ISSUER_ADDRESS'),
    contact: optional('ISSUER_CONTACT') ?? readBaseUrl(env, 'API_PUBLIC_URL'),
  }
}
