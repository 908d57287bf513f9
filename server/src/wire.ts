import { pino } from 'pino'
import type { Config } from './config.ts'
import type { AppDeps } from './entry/http/app-deps.ts'
import { createNudgeEngine } from './entry/workflows/nudge-engine.ts'
import type { WorkerDeps } from './entry/workflows/worker-deps.ts'
import { systemClock } from './kernel/clock/clock.ts'
import { createPool, type Pool } from './kernel/postgres/pool.ts'
import { createKeyAuthenticator } from './records/businesses/authenticate-key.ts'
import { claimNudge, type Nudge } from './records/transactions/wake-store.ts'

/** The composition root: the only file that knows which part stands behind which port. */
const clock = systemClock

export function wireApi(config: Config): AppDeps {
  const logger = createLogger('api')
  const pool = createPool(config.api.databaseUrl, { max: 20, applicationName: 'afara-api' })
  const nudge = createNudgeEngine(config.engine.ingressUrl, logLostNudge(logger))
  return {
    pool,
    clock,
    keys: createKeyAuthenticator({ pool, clock, ...config.keys }),
    wake: async (transactionId) => {
      const claimed = await claimNudge(pool, transactionId, clock.now())
      if (claimed !== undefined) await nudge(claimed)
    },
    logger,
  }
}

export function wireWorker(config: Config): WorkerDeps & { sealerPool: Pool; sealHeadFile: string } {
  const logger = createLogger('worker')
  return {
    pool: createPool(config.worker.databaseUrl, { max: 20, applicationName: 'afara-worker' }),
    sealerPool: createPool(config.sealer.databaseUrl, { max: 2, applicationName: 'afara-sealer' }),
    sealHeadFile: config.sealer.headFile,
    clock,
    nudge: createNudgeEngine(config.engine.ingressUrl, logLostNudge(logger)),
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
