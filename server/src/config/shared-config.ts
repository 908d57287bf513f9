import type { Mode } from '../kernel/mode.ts'
import type { DurabilityDemands } from '../kernel/postgres/require-durable.ts'
import type { BankPrefix } from './bank-settings.ts'
import { isLive } from './live-rules.ts'
import type { Settings } from './read-settings.ts'
import type { Environment, Listener } from './setting.ts'

// Settings that more than one process reads.

export type KeyConfig = Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>
/** A process of the vault, and the token that identifies us to it. */
export type VaultConfig = Readonly<{ url: string; token: string }>
/** Settings of webhooks. */
export type WebhooksConfig = Readonly<{
  /** Encrypts the endpoints' secrets. */
  secretsKey: Buffer
  /** Allows test endpoints on this machine, for a local stack. */
  allowLoopback: boolean
}>
/** By mode. A vendor without a URL is not queried, and its notifications are not accepted. */
export type BanksConfig = Readonly<Record<Mode, BankVendorsConfig>>
export type BankVendorsConfig = Readonly<{
  monnify:
    | (BankVendorConfig &
        Readonly<{
          apiKey: string
          accountReferences: Readonly<Record<string, string>>
          /** Set if `pool` is set. */
          contractCode: string | undefined
        }>)
    | undefined
  providus: (BankVendorConfig & Readonly<{ clientId: string }>) | undefined
  paystack: BankVendorConfig | undefined
  kora: (BankVendorConfig & Readonly<{ accounts: readonly [string, ...string[]] }>) | undefined
}>
type BankVendorConfig = Readonly<{
  url: string
  /** The current secret first, then the previous one for as long as the vendor may still use it. */
  secrets: readonly [current: string, previous?: string]
  /** Our account on which payments to numbers for one payment arrive. Without it, the vendor gives us no numbers. */
  pool: string | undefined
  /** Networks that may send notifications; any network if empty. */
  hookNetworks: readonly string[]
  /** Interval at which older entries in the vendor's list of payments are read again. */
  pace: Readonly<{ lookBackEveryMs: number }>
}>

export function readKeyConfig({ get }: Settings): KeyConfig {
  return { cell: get('CELL'), peppers: get('KEY_PEPPERS') }
}

/** Returns what PostgreSQL must promise to a process with live banks or networks. */
export function readDurability({ find }: Settings, env: Environment): DurabilityDemands {
  return isLive(env) ? { isSingleNode: find('DATABASE_SINGLE_NODE') ?? false } : undefined
}

/** Returns undefined if no signer is configured. Each process has its own token for the signer. */
export function readSignerConfig(
  { find, get }: Settings,
  token: 'SIGNER_TOKEN' | 'SIGNER_TOKEN_PEOPLE' | 'SIGNER_TOKEN_RECONCILER',
): VaultConfig | undefined {
  const url = find('SIGNER_URL')
  return url === undefined ? undefined : { url, token: get(token) }
}

/** Returns undefined if no payer is configured. Each process has its own token for the payer. */
export function readPayerConfig(
  { find, get }: Settings,
  token: 'PAYER_TOKEN' | 'PAYER_TOKEN_API' | 'PAYER_TOKEN_RECONCILER',
): VaultConfig | undefined {
  const url = find('PAYER_URL')
  return url === undefined ? undefined : { url, token: get(token) }
}

export function readWebhooksConfig({ find, get }: Settings): WebhooksConfig {
  return {
    secretsKey: get('WEBHOOK_SECRETS_KEY'),
    allowLoopback: find('WEBHOOK_ALLOW_LOOPBACK') ?? false,
  }
}

export function readBanksConfig(settings: Settings): BanksConfig {
  return { live: readBankVendors(settings, 'BANK_LIVE'), test: readBankVendors(settings, 'BANK_TEST') }
}

function readBankVendors(settings: Settings, mode: 'BANK_LIVE' | 'BANK_TEST'): BankVendorsConfig {
  const { find, get } = settings
  const monnify = readVendor(settings, `${mode}_MONNIFY`, 'SECRET')
  const providus = readVendor(settings, `${mode}_PROVIDUS`, 'SECRET')
  const kora = readVendor(settings, `${mode}_KORA`, 'SECRET_KEY')
  return {
    monnify: monnify && {
      ...monnify,
      apiKey: get(`${mode}_MONNIFY_API_KEY`),
      accountReferences: find(`${mode}_MONNIFY_ACCOUNT_REFERENCES`) ?? {},
      contractCode: find(`${mode}_MONNIFY_CONTRACT_CODE`),
    },
    providus: providus && { ...providus, clientId: get(`${mode}_PROVIDUS_CLIENT_ID`) },
    paystack: readVendor(settings, `${mode}_PAYSTACK`, 'SECRET_KEY'),
    kora: kora && { ...kora, accounts: get(`${mode}_KORA_ACCOUNTS`) },
  }
}

function readVendor(
  { find, get }: Settings,
  prefix: BankPrefix,
  secret: 'SECRET' | 'SECRET_KEY',
): BankVendorConfig | undefined {
  const url = find(`${prefix}_URL`)
  if (url === undefined) return undefined
  const current = get(`${prefix}_${secret}`)
  const previous = find(`${prefix}_${secret}_PREVIOUS`)
  return {
    url,
    secrets: previous === undefined ? [current] : [current, previous],
    pool: find(`${prefix}_POOL`)?.[0],
    hookNetworks: find(`${prefix}_HOOK_NETWORKS`) ?? [],
    pace: { lookBackEveryMs: get('BANK_LOOK_BACK_SECONDS') },
  }
}

/** Returns the listener for metrics and health, if the process has one. */
export function readManagement({ find, get }: Settings, process: 'WORKER' | 'PEOPLE'): Listener | undefined {
  const host = find(`${process}_MANAGEMENT_HOST`)
  return host === undefined ? undefined : { host, port: get(`${process}_MANAGEMENT_PORT`) }
}
