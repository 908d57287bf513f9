import { pino } from 'pino'
import type { ApiConfig, WorkerConfig } from './config.ts'
import type { AppDeps } from './entry/http/app-deps.ts'
import { createErrorReplies } from './entry/http/errors.ts'
import { createNudgeEngine } from './entry/workflows/nudge-engine.ts'
import type { WorkerDeps } from './entry/workflows/worker-deps.ts'
import { createBuyAcceptance } from './flows/buys/accept-buy.ts'
import { createSellAcceptance } from './flows/sells/accept-sell.ts'
import { systemClock } from './kernel/clock/clock.ts'
import { createPool } from './kernel/postgres/pool.ts'
import { createWalletAddressRules } from './rails/chains/wallet-address-rules.ts'
import { createVendorAccountBook } from './records/banks/vendor-account-book.ts'
import { createKeyAuthenticator } from './records/businesses/authenticate-key.ts'
import { claimNudge, type Nudge } from './records/transactions/wake-store.ts'

/** The composition root: the only file that knows which part stands behind which port. */
const clock = systemClock

export function wireApi(config: ApiConfig): AppDeps {
  const logger = createLogger('api')
  const pool = createPool(config.databaseUrl, { max: 20, applicationName: 'afara-api' })
  const nudge = createNudgeEngine(config.engineUrl, logLostNudge(logger))
  const wake = async (transactionId: string): Promise<void> => {
    const claimed = await claimNudge(pool, transactionId, clock.now())
    if (claimed !== undefined) await nudge(claimed)
  }
  return {
    pool,
    clock,
    keys: createKeyAuthenticator({ pool, clock, ...config.keys }),
    buys: createBuyAcceptance({ pool, clock, onGroup: () => {} }),
    // No bank is asked for names yet: no answer means that a sell is accepted.
    sells: createSellAcceptance({ pool, clock, nameEnquiry: { ask: async () => undefined }, onGroup: () => {} }),
    vendorAccounts: createVendorAccountBook({ pool, clock }),
    addresses: createWalletAddressRules({ forbidden: {} }),
    errorReplies: createErrorReplies(config.publicUrl),
    wake: (transactionId) => {
      wake(transactionId).catch((error: unknown) => {
        logger.warn({ transactionId, err: error }, 'not woken at once; the sweeper will find it')
      })
    },
    logger,
  }
}

export function wireWorker(config: WorkerConfig): WorkerDeps {
  const logger = createLogger('worker')
  return {
    pool: createPool(config.databaseUrl, { max: 20, applicationName: 'afara-worker' }),
    sealerPool: createPool(config.sealer.databaseUrl, { max: 2, applicationName: 'afara-sealer' }),
    sealHeadFile: config.sealer.headFile,
    clock,
    nudge: createNudgeEngine(config.engineUrl, logLostNudge(logger)),
    logger,
  }
}

function createLogger(name: string) {
  return pino({ name, redact: ['req.headers["svc-sec-key"]'] })
}

function logLostNudge(logger: ReturnType<typeof createLogger>) {
  return ({ transactionId }: Nudge, error: unknown): void => {
    logger.warn({ transactionId, err: error }, 'a nudge was lost; the sweeper will repeat it')
  }
}
