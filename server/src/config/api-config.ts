import type { KeyObject } from 'node:crypto'
import type { Keyring } from '../kernel/keyring.ts'
import type { DurabilityDemands } from '../kernel/postgres/require-durable.ts'
import {
  type ChainsConfig,
  type ExplorersConfig,
  type KnownAddressesConfig,
  readChainsConfig,
  readExplorersConfig,
  readKnownAddressesConfig,
} from './chains-config.ts'
import { readSettings } from './read-settings.ts'
import { readSandboxConfig, type SandboxConfig } from './sandbox-config.ts'
import type { Environment, Listener } from './setting.ts'
import {
  type BanksConfig,
  type KeyConfig,
  readBanksConfig,
  readDurability,
  readKeyConfig,
  readPayerConfig,
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
  /** The collector of traces. Without it nothing is traced. */
  tracesUrl?: string | undefined
  /** Public URL of the API. Links in responses start with it. */
  publicUrl: string
  /** Public URL of the OTC rates, for the API reference. */
  otcPublicUrl: string
  databaseUrl: string
  /** What PostgreSQL must promise before anything is started. */
  durability: DurabilityDemands
  engineUrl: string
  keys: KeyConfig
  /** Encrypts the identity references of customers. No other process can read them. */
  customerKeys: Keyring
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
  const settings = readSettings(env, 'api')
  const { find, get } = settings
  const tokenKey = find('TENANT_TOKEN_PUBLIC_KEY')
  return Object.freeze({
    api: { host: get('API_HOST'), port: get('API_PORT') },
    otc: { host: get('OTC_HOST'), port: get('OTC_PORT') },
    management: { host: get('API_MANAGEMENT_HOST'), port: get('API_MANAGEMENT_PORT') },
    trustedProxies: find('TRUSTED_PROXIES') ?? [],
    drainMs: get('API_DRAIN_MS'),
    tracesUrl: find('OTEL_EXPORTER_OTLP_ENDPOINT'),
    publicUrl: get('API_PUBLIC_URL'),
    otcPublicUrl: get('OTC_PUBLIC_URL'),
    databaseUrl: get('DATABASE_URL_API'),
    durability: readDurability(settings, env),
    engineUrl: get('RESTATE_INGRESS_URL'),
    keys: readKeyConfig(settings),
    customerKeys: get('CUSTOMER_IDENTITY_KEYS'),
    tokenKeys: tokenKey === undefined ? [] : [tokenKey],
    dashboardOrigin: tokenKey && get('PEOPLE_ORIGIN').origin,
    banks: readBanksConfig(settings),
    payer: readPayerConfig(settings, 'PAYER_TOKEN_API'),
    knownAddresses: readKnownAddressesConfig(settings),
    sandbox: readSandboxConfig(settings),
    webhooks: readWebhooksConfig(settings),
    chains: readChainsConfig(settings),
    explorers: readExplorersConfig(settings),
    // A stack of a developer names Afara and the public URL on its papers.
    issuer: {
      name: get('ISSUER_NAME'),
      rcNumber: find('ISSUER_RC_NUMBER') ?? null,
      address: find('ISSUER_ADDRESS') ?? null,
      contact: find('ISSUER_CONTACT') ?? get('API_PUBLIC_URL'),
    },
  })
}
