import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  type ChainsConfig,
  type ExplorersConfig,
  type PlacesConfig,
  readAskedChainsConfig,
  readChainsConfig,
  readExplorersConfig,
  readPlacesConfig,
} from './chains-config.ts'
import type { Mode } from './kernel/mode.ts'
import { readSandboxConfig, type SandboxConfig } from './sandbox-config.ts'
import {
  type Environment,
  isSet,
  matchedSetting,
  refuseSetting as refuse,
  textSetting as text,
  urlSetting as url,
  wholeSetting as whole,
} from './setting.ts'

export type { ChainsConfig } from './chains-config.ts'

export type KeyConfig = Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>
export type Listener = Readonly<{ host: string; port: number }>
export type ApiConfig = Readonly<{
  api: Listener
  otc: Listener
  /** For the house only: counts and health. */
  management: Listener
  /** Networks whose word about the caller's address is taken. */
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
  payer: PayerConfig | undefined
  /** What deposit addresses are made of, where tokens can be sold from a wallet, and addresses that are nobody's wallet. */
  places: PlacesConfig
  /** The simulators that scenarios act upon in test mode; without them there are none. */
  sandbox: SandboxConfig | undefined
  webhooks: Omit<WebhooksConfig, 'retryMs'>
  /** Networks that are asked whether a wallet can receive. Without them nothing is known but how it is spelt. */
  chains: ChainsConfig
  explorers: ExplorersConfig
}>
export type WorkerConfig = Readonly<{
  host: string
  port: number
  databaseUrl: string
  engineUrl: string
  sealer: Readonly<{ databaseUrl: string; headFile: string }>
  rates: RatesConfig
  banks: BanksConfig
  /** The shortest time between two polls of one bank account. */
  bankPollMs: number
  /** Where the sanctions lists lie, a folder a day; without it live buys are not cleared. */
  sanctionsFolder: string | undefined
  chains: ChainsConfig
  /** The process that holds the keys; without it nothing is sent. */
  signer: SignerConfig | undefined
  /** The process that may move naira; without it nothing is paid out. */
  payer: PayerConfig | undefined
  payoutPace: PayoutPaceConfig
  reconciling: ReconcilingConfig
  /** When tokens come home from deposit addresses, on networks that have a sweeper. */
  sweeps: SweepsConfig
  /** A lane or payout account that is empty sooner than this, at the pace of the last hour, is a case. */
  floatRunwayMs: number
  webhooks: WebhooksConfig
}>
/** How events are carried to businesses. */
type WebhooksConfig = Readonly<{
  /** The secrets of endpoints are sealed under it. */
  secretsKey: Buffer
  /** Whether endpoints of test mode may be on this machine, as on a local stack. */
  allowLoopback: boolean
  /** The waits between tries, where they are not the usual ones. */
  retryMs: readonly number[] | undefined
}>
export type OutsideConfig = Pick<WorkerConfig, 'chains' | 'signer'>
type SignerConfig = Readonly<{ url: string; token: string }>
type PayerConfig = Readonly<{ url: string; token: string }>
type SweepsConfig = Readonly<{ aboveMinor: bigint; afterMs: number }>
/** How often the books are compared with the world, and what may be missing before everything stops. */
type ReconcilingConfig = Readonly<{ everyMs: number; confirmMs: number; freezeAllMinor: bigint }>
/** How a payout takes its time; shorter than usual only where the bank is simulated. */
type PayoutPaceConfig = Readonly<{
  linesMs: number
  idleMs: number
  repeatMs: number
  spacedMs: number
  overdueMs: number
}>
/** A source without an address is not asked. */
export type RatesConfig = Readonly<{
  pollMs: number
  monierate: Readonly<{ url: string; apiKey: string }> | undefined
  quidax: Readonly<{ url: string }> | undefined
}>
/** A vendor without an address is neither asked nor listened to. */
export type BanksConfig = Readonly<Record<Mode, BankVendorsConfig>>
export type BankVendorsConfig = Readonly<{
  monnify:
    | (BankVendorConfig & Readonly<{ apiKey: string; accountReferences: Readonly<Record<string, string>> }>)
    | undefined
  providus: (BankVendorConfig & Readonly<{ clientId: string }>) | undefined
  paystack: BankVendorConfig | undefined
}>
export type BankVendorConfig = Readonly<{
  url: string
  /** The current one first; the one before it for as long as the vendor may still use it. */
  secrets: readonly [current: string, previous?: string]
  /** Where notifications may come from; from anywhere when empty. */
  hookNetworks: readonly string[]
  /** How often the past of a list is read again. */
  pace: Readonly<{ lookBackEveryMs: number }>
}>
export type AdminConfig = Readonly<{ ownerUrl: string }> & KeyConfig
/** With the key by which the operator at the terminal proves who they are. */
export type OpsConfig = AdminConfig & Readonly<{ operatorKey: string | undefined }>

// Each process reads only what it needs, so that none holds a password of another's. A setting that is missing or
// wrong stops the process before it begins, and the message names it.

export function readApiConfig(env: Environment): ApiConfig {
  return Object.freeze({
    api: listener(env, 'API'),
    otc: listener(env, 'OTC'),
    management: listener(env, 'API_MANAGEMENT'),
    trustedProxies: networks(env, 'TRUSTED_PROXIES'),
    drainMs: drainMs(env, 'API_DRAIN_MS'),
    publicUrl: base(env, 'API_PUBLIC_URL'),
    otcPublicUrl: base(env, 'OTC_PUBLIC_URL'),
    databaseUrl: url(env, 'DATABASE_URL_API'),
    engineUrl: url(env, 'RESTATE_INGRESS_URL'),
    keys: readKeyConfig(env),
    banks: readBanksConfig(env),
    payer: readPayerConfig(env, 'PAYER_TOKEN_API'),
    places: readPlacesConfig(env),
    sandbox: readSandboxConfig(env),
    webhooks: readWebhooksConfig(env),
    chains: readAskedChainsConfig(env),
    explorers: readExplorersConfig(env),
  })
}

export function readWorkerConfig(env: Environment): WorkerConfig {
  return Object.freeze({
    host: text(env, 'WORKER_HOST'),
    port: port(env, 'WORKER_PORT'),
    databaseUrl: url(env, 'DATABASE_URL_WORKER'),
    engineUrl: url(env, 'RESTATE_INGRESS_URL'),
    sealer: { databaseUrl: url(env, 'DATABASE_URL_SEALER'), headFile: resolve(text(env, 'SEAL_HEAD_FILE')) },
    rates: readRatesConfig(env),
    banks: readBanksConfig(env),
    bankPollMs: seconds(env, 'BANK_POLL_SECONDS', 5) * 1000,
    sanctionsFolder: isSet(env, 'SANCTIONS_FOLDER') ? resolve(text(env, 'SANCTIONS_FOLDER')) : undefined,
    chains: readChainsConfig(env),
    signer: readSignerConfig(env),
    payer: readPayerConfig(env, 'PAYER_TOKEN'),
    reconciling: readReconcilingConfig(env),
    payoutPace: {
      linesMs: seconds(env, 'PAYOUT_LINES_SECONDS', 20) * 1000,
      // Whoever is left alone for longer is not read so often.
      idleMs: seconds(env, 'PAYOUT_LINES_SECONDS', 20) * 1000,
      repeatMs: seconds(env, 'PAYOUT_REPEAT_SECONDS', 1800, 7200) * 1000,
      spacedMs: seconds(env, 'PAYOUT_SPACED_SECONDS', 660, 3600) * 1000,
      overdueMs: seconds(env, 'PAYOUT_OVERDUE_SECONDS', 1800, 7200) * 1000,
    },
    sweeps: {
      aboveMinor: isSet(env, 'SWEEP_ABOVE_NAIRA')
        ? whole(env, 'SWEEP_ABOVE_NAIRA', 'whole naira') * 100n
        : 5_000_000_00n,
      afterMs: seconds(env, 'SWEEP_AFTER_SECONDS', 600, 9999) * 1000,
    },
    floatRunwayMs: minutes(env, 'FLOAT_RUNWAY_MINUTES', 120) * 60_000,
    webhooks: { ...readWebhooksConfig(env), retryMs: retryWaits(env, 'WEBHOOK_RETRY_SECONDS') },
  })
}

function readWebhooksConfig(env: Environment): Omit<WebhooksConfig, 'retryMs'> {
  const form = /^[A-Za-z0-9+/]{43}=$/
  const key = matchedSetting(
    env,
    'WEBHOOK_SECRETS_KEY',
    form,
    '32 bytes in base64, such as openssl rand -base64 32 gives',
  )
  const loopback = env.WEBHOOK_ALLOW_LOOPBACK ?? ''
  if (!['', 'test'].includes(loopback)) refuse('WEBHOOK_ALLOW_LOOPBACK', 'nothing, or test on a local stack')
  return { secretsKey: Buffer.from(key, 'base64'), allowLoopback: loopback === 'test' }
}

/** `5,300,1800`: shorter than usual only where somebody watches what becomes of failures. */
function retryWaits(env: Environment, name: string): readonly number[] | undefined {
  if (!isSet(env, name)) return undefined
  const form = /^[0-9]{1,6}(,[0-9]{1,6}){0,19}$/
  const waits = matchedSetting(env, name, form, 'a list of whole seconds such as 5,300,1800')
  return waits.split(',').map((seconds) => Number(seconds) * 1000)
}

/** A difference must stand in two looks: a little less than the time between them. */
function readReconcilingConfig(env: Environment): ReconcilingConfig {
  const everyMs = seconds(env, 'RECONCILE_SECONDS', 20) * 1000
  return {
    everyMs,
    confirmMs: Math.floor(everyMs * 0.85),
    freezeAllMinor: isSet(env, 'RECONCILE_FREEZE_ALL_NAIRA')
      ? whole(env, 'RECONCILE_FREEZE_ALL_NAIRA', 'whole naira') * 100n
      : 10_000_000_00n,
  }
}

/** For commands that judge a wallet. */
export function readWalletsConfig(env: Environment): PlacesConfig {
  return readPlacesConfig(env)
}

/** What remembers what was sent, beside the database. */
export function readOutsideConfig(env: Environment): OutsideConfig {
  return Object.freeze({ chains: readChainsConfig(env), signer: readSignerConfig(env) })
}

function readSignerConfig(env: Environment): SignerConfig | undefined {
  if (!isSet(env, 'SIGNER_URL')) return undefined
  return { url: base(env, 'SIGNER_URL'), token: text(env, 'SIGNER_TOKEN') }
}

function readPayerConfig(env: Environment, token: string): PayerConfig | undefined {
  return isSet(env, 'PAYER_URL') ? { url: base(env, 'PAYER_URL'), token: text(env, token) } : undefined
}

export function readAdminConfig(env: Environment): AdminConfig {
  return Object.freeze({ ownerUrl: url(env, 'DATABASE_URL_OWNER'), ...readKeyConfig(env) })
}

/** A command without a key is told how to get one, so that its absence is no reason to stop here. */
export function readOpsConfig(env: Environment): OpsConfig {
  return Object.freeze({ ...readAdminConfig(env), operatorKey: env.AFARA_OPERATOR_KEY })
}

/** Migrations make roles, which takes a superuser (or a role that may create roles); nothing else uses it. */
export function readMigrationUrl(env: Environment): string {
  return url(env, 'DATABASE_URL_MIGRATE')
}

function readRatesConfig(env: Environment): RatesConfig {
  return {
    // Rates hold for three minutes without another look: two of them may be lost.
    pollMs: seconds(env, 'RATE_POLL_SECONDS', 30) * 1000,
    monierate: isSet(env, 'RATES_MONIERATE_URL')
      ? { url: base(env, 'RATES_MONIERATE_URL'), apiKey: text(env, 'RATES_MONIERATE_KEY') }
      : undefined,
    quidax: isSet(env, 'RATES_QUIDAX_URL') ? { url: base(env, 'RATES_QUIDAX_URL') } : undefined,
  }
}

function readBanksConfig(env: Environment): BanksConfig {
  return { live: readBankVendors(env, 'BANK_LIVE'), test: readBankVendors(env, 'BANK_TEST') }
}

function readBankVendors(env: Environment, mode: string): BankVendorsConfig {
  const vendor = (name: string, secret: string): BankVendorConfig | undefined => {
    const prefix = `${mode}_${name}`
    if (!isSet(env, `${prefix}_URL`)) return undefined
    const current = text(env, `${prefix}_${secret}`)
    const previous = env[`${prefix}_${secret}_PREVIOUS`] ?? ''
    return {
      url: base(env, `${prefix}_URL`),
      secrets: previous === '' ? [current] : [current, previous],
      hookNetworks: networks(env, `${prefix}_HOOK_NETWORKS`),
      pace: { lookBackEveryMs: seconds(env, 'BANK_LOOK_BACK_SECONDS', 300, 3600) * 1000 },
    }
  }
  const monnify = vendor('MONNIFY', 'SECRET')
  const providus = vendor('PROVIDUS', 'SECRET')
  return {
    monnify: monnify && {
      ...monnify,
      apiKey: text(env, `${mode}_MONNIFY_API_KEY`),
      accountReferences: references(env, `${mode}_MONNIFY_ACCOUNT_REFERENCES`),
    },
    providus: providus && { ...providus, clientId: text(env, `${mode}_PROVIDUS_CLIENT_ID`) },
    paystack: vendor('PAYSTACK', 'SECRET_KEY'),
  }
}

/** `0123456789=shop-7,…`: what an account is called at the vendor, where that is not what we call it ourselves. */
function references(env: Environment, name: string): Readonly<Record<string, string>> {
  const pairs = (env[name] ?? '').split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const match = /^\s*([0-9]{10})=([^=,\s]+)\s*$/.exec(pair)
      return match === null ? refuse(name, 'a list such as 0123456789=shop-7') : [match[1], match[2]]
    }),
  )
}

function readKeyConfig(env: Environment): KeyConfig {
  const cell = text(env, 'CELL')
  if (!/^[a-z0-9]{1,8}$/.test(cell))
    refuse('CELL', 'one to eight lower-case letters or digits, such as "lag1"')
  return { cell, peppers: peppers(env) }
}

/** `1:<64 hex>,2:<64 hex>`: the highest version signs, all are tried, so that a pepper can be rotated. */
function peppers(env: Environment): ReadonlyMap<number, Buffer> {
  const entries = text(env, 'KEY_PEPPERS')
    .split(',')
    .map((part) => {
      const match = /^([1-9][0-9]{0,4}):([0-9a-f]{64})$/.exec(part.trim())
      if (match?.[1] === undefined || match[2] === undefined) {
        return refuse('KEY_PEPPERS', 'a list such as 1:<64 hex digits>,2:<64 hex digits>')
      }
      return [Number(match[1]), Buffer.from(match[2], 'hex')] as const
    })
  return new Map(entries)
}

function listener(env: Environment, name: string): Listener {
  return { host: text(env, `${name}_HOST`), port: port(env, `${name}_PORT`) }
}

/** Empty or not set: nobody is trusted, and the peer of the socket is the caller. */
function networks(env: Environment, name: string): readonly string[] {
  const list = (env[name] ?? '').split(',').map((part) => part.trim())
  return list
    .filter((part) => part !== '')
    .map((part) => {
      const [address = '', bits, ...rest] = part.split('/')
      const most = isIP(address) === 4 ? 32 : 128
      const isNetwork = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most)
      if (isIP(address) > 0 && isNetwork && rest.length === 0) return part
      return refuse(name, 'a list of networks such as 10.0.0.0/8,fd00::/8')
    })
}

function drainMs(env: Environment, name: string): number {
  const value = env[name] ?? ''
  if (value === '') return 0
  if (/^[0-9]{1,4}$/.test(value) && Number(value) <= 5_000) return Number(value)
  return refuse(name, 'milliseconds, 0 to 5000')
}

function seconds(env: Environment, name: string, usual: number, most = 60): number {
  if (!isSet(env, name)) return usual
  const value = text(env, name)
  const isWhole = /^[1-9][0-9]{0,3}$/.test(value) && Number(value) <= most
  return isWhole ? Number(value) : refuse(name, `whole seconds, 1 to ${most}`)
}

function minutes(env: Environment, name: string, usual: number): number {
  if (!isSet(env, name)) return usual
  const value = text(env, name)
  return /^[1-9][0-9]{0,4}$/.test(value) ? Number(value) : refuse(name, 'whole minutes, 1 to 99999')
}

function base(env: Environment, name: string): string {
  return url(env, name).replace(/\/$/, '')
}

function port(env: Environment, name: string): number {
  const value = text(env, name)
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : refuse(name, 'a port number')
}
