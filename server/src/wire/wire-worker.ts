import type { WorkerConfig } from '../config/worker-config.ts'
import { createProcessMetrics } from '../entry/metrics/process-metrics.ts'
import { createNudgeEngine } from '../entry/workflows/nudge-engine.ts'
import type { WorkerDeps } from '../entry/workflows/worker-deps.ts'
import { systemClock } from '../kernel/clock/clock.ts'
import { createPool } from '../kernel/postgres/pool.ts'
import { absentPayer } from '../movements/payouts/payout-rail.ts'
import { noteJournal } from '../movements/transfers/vault-journal-store.ts'
import type { JournalHead } from '../rails/ask-vault.ts'
import { createSmtpMailer } from '../rails/mail/smtp-mailer.ts'
import { createVaultPayer } from '../rails/payouts/vault/vault-payer.ts'
import { createLogger, logLostNudge } from './loggers.ts'
import { wireChains, wireDeposits, wireSigner, wireSweeps, wireWalletRules } from './wire-chains.ts'
import {
  findOwnPorts,
  wireCollectionRails,
  wireFeeds,
  wireNames,
  wireRateSources,
  wireScreen,
  wireWebhookSender,
} from './wire-vendors.ts'

const clock = systemClock

export async function wireWorker(config: WorkerConfig): Promise<WorkerDeps> {
  const metrics = createProcessMetrics()
  const logger = createLogger('worker', metrics.countLine)
  const pool = createPool(config.databaseUrl, { max: 20, applicationName: 'afara-worker' })
  const sealerPool = createPool(config.sealer.databaseUrl, { max: 2, applicationName: 'afara-sealer' })
  metrics.watchPool('main', pool)
  metrics.watchPool('sealer', sealerPool)
  /** Adds a callback that records how many entries the journal of each vault process has, and the hash of the last one. */
  const vault = <T extends object>(settings: T) => ({
    ...settings,
    noteJournal: async (name: 'signer' | 'payer', durable: JournalHead) =>
      noteJournal(pool, name, durable, clock.now()),
  })
  const signer = config.signer && vault(config.signer)
  return {
    pool,
    metrics,
    sealerPool,
    sealHeadFile: config.sealer.headFile,
    rates: { sources: wireRateSources(config.rates), everyMs: config.rates.pollMs },
    banks: {
      feeds: wireFeeds(config.banks),
      pollMs: config.bankPollMs,
      rails: wireCollectionRails(config.banks),
    },
    screen: wireScreen(config.sanctionsFolder, (error) =>
      logger.error(
        { err: error },
        'sanctions list cannot be read; using the last good one until it is too old',
      ),
    ),
    chains: await wireChains(config.chains),
    deposits: await wireDeposits(config.chains),
    sweeps: await wireSweeps({ ...config, signer }),
    floatRunwayMs: config.floatRunwayMs,
    signer: wireSigner(signer),
    payer: config.payer === undefined ? absentPayer : createVaultPayer(vault(config.payer)),
    payoutPace: config.payoutPace,
    names: wireNames(config.payer),
    addresses: wireWalletRules(),
    webhooks: {
      secretsKey: config.webhooks.secretsKey,
      sender: wireWebhookSender({
        allowLoopback: config.webhooks.allowLoopback,
        ownPorts: findOwnPorts(config),
      }),
      pace: config.webhooks.retryMs === undefined ? {} : { retryMs: config.webhooks.retryMs },
    },
    caseHook: config.caseHook,
    mail: config.mail && { ...config.mail, mailer: createSmtpMailer(config.mail.smtp) },
    clock,
    nudge: createNudgeEngine(config.engineUrl, logLostNudge(logger)),
    logger,
  }
}
