import { resolve } from 'node:path'
import { type ChainsConfig, readChainsConfig } from './chains-config.ts'
import { type CaseHookConfig, type MailConfig, readCaseHookConfig, readMailConfig } from './mail-config.ts'
import {
  type Environment,
  isSet,
  readBaseUrl,
  readMatching,
  readNairaMinor,
  readPort,
  readSecondsMs,
  readText,
  readUrl,
  refuseSetting,
} from './setting.ts'
import {
  type BanksConfig,
  readBanksConfig,
  readPayerConfig,
  readSignerConfig,
  readWebhooksConfig,
  type VaultConfig,
  type WebhooksConfig,
} from './shared-config.ts'

export type WorkerConfig = Readonly<{
  host: string
  port: number
  databaseUrl: string
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
  /** Interval of reconciliation, and the missing amount above which everything is frozen. */
  reconciling: Readonly<{ everyMs: number; confirmMs: number; freezeAllMinor: bigint }>
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
  return Object.freeze({
    host: readText(env, 'WORKER_HOST'),
    port: readPort(env, 'WORKER_PORT'),
    databaseUrl: readUrl(env, 'DATABASE_URL_WORKER'),
    engineUrl: readUrl(env, 'RESTATE_INGRESS_URL'),
    engineKeys: readEngineKeys(env, 'RESTATE_IDENTITY_KEYS'),
    sealer: {
      databaseUrl: readUrl(env, 'DATABASE_URL_SEALER'),
      headFile: resolve(readText(env, 'SEAL_HEAD_FILE')),
    },
    rates: readRatesConfig(env),
    banks: readBanksConfig(env),
    bankPollMs: readSecondsMs(env, 'BANK_POLL_SECONDS', 5),
    sanctionsFolder: isSet(env, 'SANCTIONS_FOLDER') ? resolve(readText(env, 'SANCTIONS_FOLDER')) : undefined,
    chains: readChainsConfig(env),
    signer: readSignerConfig(env, 'SIGNER_TOKEN'),
    payer: readPayerConfig(env, 'PAYER_TOKEN'),
    reconciling: readReconcilingConfig(env),
    payoutPace: {
      linesMs: readSecondsMs(env, 'PAYOUT_LINES_SECONDS', 20),
      // Equal to linesMs: a longer idle time would delay the readings of a quiet account.
      idleMs: readSecondsMs(env, 'PAYOUT_LINES_SECONDS', 20),
      repeatMs: readSecondsMs(env, 'PAYOUT_REPEAT_SECONDS', 1800, 7200),
      spacedMs: readSecondsMs(env, 'PAYOUT_SPACED_SECONDS', 660, 3600),
      overdueMs: readSecondsMs(env, 'PAYOUT_OVERDUE_SECONDS', 1800, 7200),
    },
    sweeps: {
      aboveMinor: readNairaMinor(env, 'SWEEP_ABOVE_NAIRA', 5_000_000_00n),
      afterMs: readSecondsMs(env, 'SWEEP_AFTER_SECONDS', 600, 9999),
    },
    floatRunwayMs: readMinutesMs(env, 'FLOAT_RUNWAY_MINUTES', 120),
    webhooks: { ...readWebhooksConfig(env), retryMs: readRetryWaitsMs(env, 'WEBHOOK_RETRY_SECONDS') },
    mail: readMailConfig(env),
    caseHook: readCaseHookConfig(env),
  })
}

/** Several keys are accepted while the engine's key is replaced. */
function readEngineKeys(env: Environment, name: string): readonly string[] {
  if (!isSet(env, name)) return []
  const form = /^publickeyv1_[1-9A-HJ-NP-Za-km-z]{32,44}(,publickeyv1_[1-9A-HJ-NP-Za-km-z]{32,44})*$/
  return readMatching(env, name, form, 'keys such as publickeyv1_…, which Restate logs at its start').split(
    ',',
  )
}

function readRatesConfig(env: Environment): RatesConfig {
  return {
    // Rates are valid for three minutes. So two polls may fail before rates expire, even at the longest interval.
    pollMs: readSecondsMs(env, 'RATE_POLL_SECONDS', 30),
    monierate: isSet(env, 'RATES_MONIERATE_URL')
      ? { url: readBaseUrl(env, 'RATES_MONIERATE_URL'), apiKey: readText(env, 'RATES_MONIERATE_KEY') }
      : undefined,
    quidax: isSet(env, 'RATES_QUIDAX_URL') ? { url: readBaseUrl(env, 'RATES_QUIDAX_URL') } : undefined,
    coingecko: isSet(env, 'RATES_COINGECKO_URL')
      ? { url: readBaseUrl(env, 'RATES_COINGECKO_URL') }
      : undefined,
  }
}

/** A difference counts when two passes in a row find it, so `confirmMs` is slightly less than one interval. */
function readReconcilingConfig(env: Environment): WorkerConfig['reconciling'] {
  const everyMs = readSecondsMs(env, 'RECONCILE_SECONDS', 20)
  return {
    everyMs,
    confirmMs: Math.floor(everyMs * 0.85),
    freezeAllMinor: readNairaMinor(env, 'RECONCILE_FREEZE_ALL_NAIRA', 10_000_000_00n),
  }
}

function readMinutesMs(env: Environment, name: string, usualMinutes: number): number {
  if (!isSet(env, name)) return usualMinutes * 60_000
  const value = readText(env, name)
  const isWhole = /^[1-9][0-9]{0,4}$/.test(value)
  return isWhole ? Number(value) * 60_000 : refuseSetting(name, 'a whole number of minutes from 1 to 99999')
}

/** Parses `5,300,1800`. Waits that are shorter than usual are only for systems on which somebody watches how webhooks fail. */
function readRetryWaitsMs(env: Environment, name: string): readonly number[] | undefined {
  if (!isSet(env, name)) return undefined
  const form = /^[0-9]{1,6}(,[0-9]{1,6}){0,19}$/
  const waits = readMatching(env, name, form, 'a list of whole seconds such as 5,300,1800')
  return waits.split(',').map((seconds) => Number(seconds) * 1000)
}
