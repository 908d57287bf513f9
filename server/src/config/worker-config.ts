import type { DurabilityDemands } from '../kernel/postgres/require-durable.ts'
import { type ChainsConfig, readChainsConfig } from './chains-config.ts'
import { type CaseHookConfig, type MailConfig, readCaseHookConfig, readMailConfig } from './mail-config.ts'
import { readSettings, type Settings } from './read-settings.ts'
import type { Environment, Listener } from './setting.ts'
import {
  type BanksConfig,
  readBanksConfig,
  readDurability,
  readManagement,
  readPayerConfig,
  readSignerConfig,
  readWebhooksConfig,
  type VaultConfig,
  type WebhooksConfig,
} from './shared-config.ts'

export type WorkerConfig = Readonly<{
  host: string
  port: number
  /** For operators only: metrics and health. */
  management: Listener | undefined
  /** The collector of traces. Without it nothing is traced. */
  tracesUrl: string | undefined
  databaseUrl: string
  /** What PostgreSQL must promise before anything is started. */
  durability: DurabilityDemands
  engineUrl: string
  /** The public keys with which the engine signs its requests. Without any, the worker serves everybody who reaches its port. */
  engineKeys: readonly string[]
  sealer: Readonly<{ databaseUrl: string; headFile: string }>
  rates: RatesConfig
  banks: BanksConfig
  /** Shortest time between two polls of one bank account. */
  bankPollMs: number
  /** Folder of the sanctions lists, with one subfolder per day. If a list is missing, no live transaction is cleared. */
  sanctionsFolder: string | undefined
  chains: ChainsConfig
  /** The process that holds the keys. Without it nothing is sent. */
  signer: VaultConfig | undefined
  /** The process that may move naira. Without it nothing is paid out. */
  payer: VaultConfig | undefined
  /** Intervals of payouts. Set shorter ones than usual only for a simulated bank. */
  payoutPace: Readonly<{
    linesMs: number
    idleMs: number
    repeatMs: number
    spacedMs: number
    overdueMs: number
  }>
  /** When tokens are swept from deposit addresses, on networks with a sweeper. */
  sweeps: Readonly<{ aboveMinor: bigint; afterMs: number }>
  /** A lane or payout account that would be empty sooner than this, at the rate of the last hour, gets a case. */
  floatRunwayMs: number
  /** `retryMs` replaces the usual waits between attempts. */
  webhooks: WebhooksConfig & Readonly<{ retryMs: readonly number[] | undefined }>
  /** The mail server. Without it, mail to people waits. */
  mail: MailConfig | undefined
  /** The operators' own endpoint for notices about cases. */
  caseHook: CaseHookConfig | undefined
}>
/** A source without a URL is not used. */
export type RatesConfig = Readonly<{
  pollMs: number
  monierate: Readonly<{ url: string; apiKey: string }> | undefined
  quidax: Readonly<{ url: string }> | undefined
  /** Only tells what our gas costs. */
  coingecko: Readonly<{ url: string }> | undefined
}>

/** Reads only the settings of the worker, so that it holds no password of another process. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const settings = readSettings(env, 'worker')
  const { find, get } = settings
  return Object.freeze({
    host: get('WORKER_HOST'),
    port: get('WORKER_PORT'),
    management: readManagement(settings, 'WORKER'),
    tracesUrl: find('OTEL_EXPORTER_OTLP_ENDPOINT'),
    databaseUrl: get('DATABASE_URL_WORKER'),
    durability: readDurability(settings, env),
    engineUrl: get('RESTATE_INGRESS_URL'),
    engineKeys: find('RESTATE_IDENTITY_KEYS') ?? [],
    sealer: { databaseUrl: get('DATABASE_URL_SEALER'), headFile: get('SEAL_HEAD_FILE') },
    rates: readRatesConfig(settings),
    banks: readBanksConfig(settings),
    bankPollMs: get('BANK_POLL_SECONDS'),
    sanctionsFolder: find('SANCTIONS_FOLDER'),
    chains: readChainsConfig(settings),
    signer: readSignerConfig(settings, 'SIGNER_TOKEN'),
    payer: readPayerConfig(settings, 'PAYER_TOKEN'),
    payoutPace: {
      linesMs: get('PAYOUT_LINES_SECONDS'),
      // Equal to linesMs: a longer idle time would delay the readings of a quiet account.
      idleMs: get('PAYOUT_LINES_SECONDS'),
      repeatMs: get('PAYOUT_REPEAT_SECONDS'),
      spacedMs: get('PAYOUT_SPACED_SECONDS'),
      overdueMs: get('PAYOUT_OVERDUE_SECONDS'),
    },
    sweeps: { aboveMinor: get('SWEEP_ABOVE_NAIRA'), afterMs: get('SWEEP_AFTER_SECONDS') },
    floatRunwayMs: get('FLOAT_RUNWAY_MINUTES'),
    webhooks: { ...readWebhooksConfig(settings), retryMs: find('WEBHOOK_RETRY_SECONDS') },
    mail: readMailConfig(settings),
    caseHook: readCaseHookConfig(settings),
  })
}

function readRatesConfig({ find, get }: Settings): RatesConfig {
  const source = (url: string | undefined) => (url === undefined ? undefined : { url })
  const monierate = source(find('RATES_MONIERATE_URL'))
  return {
    // Rates are valid for three minutes. So two polls may fail before rates expire, even at the longest interval.
    pollMs: get('RATE_POLL_SECONDS'),
    monierate: monierate && { ...monierate, apiKey: get('RATES_MONIERATE_KEY') },
    quidax: source(find('RATES_QUIDAX_URL')),
    coingecko: source(find('RATES_COINGECKO_URL')),
  }
}
