import type { ApiConfig } from '../config/api-config.ts'
import type { AppDeps } from '../entry/http/app-deps.ts'
import { createDocs } from '../entry/http/docs/docs.ts'
import { createErrorReplies } from '../entry/http/error-replies.ts'
import { createExports, MOST_EXPORTS } from '../entry/http/exports.ts'
import { createGate } from '../entry/http/gate.ts'
import { createMetrics } from '../entry/http/metrics.ts'
import { createMoneyFigures, type MoneyFigures } from '../entry/metrics/money-figures.ts'
import { createAccountNudges, createNudgeEngine } from '../entry/workflows/nudge-engine.ts'
import { createBuyAcceptance } from '../flows/buys/accept-buy.ts'
import { createNumberDesk } from '../flows/collections/number-desk.ts'
import { createPaymentLooks } from '../flows/credits/look-for-payments.ts'
import { createFeedWaiters } from '../flows/events/read-feed.ts'
import { createPreviews } from '../flows/previews/previews.ts'
import { createSellAcceptance } from '../flows/sells/accept-sell.ts'
import { createWithdrawalAcceptance } from '../flows/withdrawals/accept-withdrawal.ts'
import { systemClock } from '../kernel/clock/clock.ts'
import { createPool } from '../kernel/postgres/pool.ts'
import { createBankStandings } from '../movements/payouts/bank-standing.ts'
import { createPayoutRoom } from '../movements/payouts/payout-room.ts'
import { createExplorers } from '../rails/chains/explorers.ts'
import { createDepositTargets } from '../rails/chains/families.ts'
import { createSimulatedWorld } from '../rails/sandbox/simulated-world.ts'
import { createVendorAccountBook } from '../records/banks/vendor-account-book.ts'
import { createPublishedRates } from '../records/rates/published-rates.ts'
import { claimNudge } from '../records/transactions/wake-store.ts'
import { createRequestLog, logLostNudge } from './loggers.ts'
import { wireWalletChains, wireWalletRules } from './wire-chains.ts'
import {
  findOwnPorts,
  wireCollectionRails,
  wireHooks,
  wirePayoutHooks,
  wireRememberedNames,
} from './wire-vendors.ts'

const clock = systemClock

export function wireApi(config: ApiConfig): AppDeps & { figures: MoneyFigures; stop(): Promise<void> } {
  const metrics = createMetrics()
  const log = createRequestLog('api', metrics.countLine)
  const { logger } = log
  const pool = createPool(config.databaseUrl, { max: 20, applicationName: 'afara-api' })
  // Separate pools, so that a flood of keys and a slow query of a route do not delay each other.
  const gatePool = createPool(config.databaseUrl, { max: 4, applicationName: 'afara-api-gate' })
  const exportPool = createPool(config.databaseUrl, {
    max: MOST_EXPORTS,
    applicationName: 'afara-api-exports',
  })
  const visitorPool = createPool(config.databaseUrl, { max: 4, applicationName: 'afara-api-visitors' })
  const gate = createGate({
    pool: gatePool,
    clock,
    logger,
    metrics,
    ...config.keys,
    tokenKeys: config.tokenKeys,
    trustedProxies: config.trustedProxies,
    logRequest: log.stream.write,
  })
  metrics.watchPool('main', pool)
  metrics.watchPool('gate', gatePool)
  metrics.watchPool('exports', exportPool)
  metrics.watchPool('visitors', visitorPool)
  // At 40 requests a second two share a commit. A busy api does not wait: 16 requests are enough.
  const gather = { ms: 25, enough: 16 }
  const onGroup = (size: number, seconds: number): void => {
    metrics.acceptGroupSize.observe(size)
    metrics.acceptGroupSeconds.observe(seconds)
  }
  const rates = createPublishedRates({
    pool,
    clock,
    onError: (error) =>
      logger.warn({ err: error }, 'rates cannot be read; serving the last ones until they expire'),
  })
  const nudge = createNudgeEngine(config.engineUrl, logLostNudge(logger))
  const payingOut = {
    nameEnquiry: wireRememberedNames(config.payer),
    depositTargets: createDepositTargets(config.knownAddresses),
    payoutRoom: createPayoutRoom({ pool, clock }),
  }
  const asked = {
    bankStandings: createBankStandings({ pool, clock }),
    walletChains: wireWalletChains(config.chains),
    addresses: wireWalletRules(config.knownAddresses),
    webhooks: {
      secretsKey: config.webhooks.secretsKey,
      walls: { allowLoopback: config.webhooks.allowLoopback, ownPorts: findOwnPorts(config) },
    },
  }
  const wake = async (transactionId: string): Promise<void> => {
    const claimed = await claimNudge(pool, transactionId, clock.now())
    if (claimed !== undefined) await nudge(claimed)
  }
  const nudgeAccount = createAccountNudges(config.engineUrl, (accountId, error) => {
    logger.warn({ accountId, err: error }, 'bank account wake-up failed; the sweeper retries')
  })
  return {
    pool,
    clock,
    gate,
    exports: createExports(exportPool),
    visitorPool,
    dashboardOrigin: config.dashboardOrigin,
    buys: createBuyAcceptance({ pool, clock, gather, onGroup }),
    sells: createSellAcceptance({
      pool,
      clock,
      ...payingOut,
      gather,
      onGroup,
    }),
    withdrawals: createWithdrawalAcceptance({ pool, clock, gather, onGroup }),
    vendorAccounts: createVendorAccountBook({ pool, clock }),
    customerKeys: config.customerKeys,
    numbers: createNumberDesk({
      pool,
      customerKeys: config.customerKeys,
      clock,
      rails: wireCollectionRails(config.banks),
      onError: (error) => logger.warn({ err: error }, 'a late account number could not be stored'),
    }),
    nameEnquiry: payingOut.nameEnquiry,
    previews: createPreviews({ pool, clock, ...payingOut, ...asked }),
    ...asked,
    explorers: createExplorers(config.explorers),
    issuer: config.issuer,
    rates,
    feed: createFeedWaiters({
      pool,
      isStopping: () => gate.state.isStopping,
      onError: (error) => logger.warn({ err: error }, 'event feeds with waiting readers cannot be read'),
    }),
    sandboxWorld: config.sandbox && createSimulatedWorld(config.sandbox),
    errorReplies: createErrorReplies(config.publicUrl),
    docs: createDocs({ baseUrl: config.publicUrl, otcBaseUrl: config.otcPublicUrl }),
    wake: (transactionId) => {
      wake(transactionId).catch((error: unknown) => {
        logger.warn({ transactionId, err: error }, 'wake-up failed; the sweeper retries')
      })
    },
    hooks: wireHooks(config.banks),
    payoutHooks: wirePayoutHooks(config.payer),
    nudgeAccount,
    lookForPayment: createPaymentLooks({ pool, clock, nudgeAccount }, (error) => {
      logger.warn({ err: error }, 'accounts of new buys cannot be read; their next check finds the payments')
    }),
    figures: createMoneyFigures({
      // Not the pool of the routes: monitoring must not wait behind the load that it measures.
      pool: gatePool,
      clock,
      onError: (error) => logger.warn({ err: error }, 'figures about money cannot be read'),
    }),
    logger,
    stop: async () => {
      await Promise.all([rates.stop(), gate.requests.stop()])
      await Promise.all([pool.end(), gatePool.end(), exportPool.end(), visitorPool.end()])
    },
  }
}
