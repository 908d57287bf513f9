import type { PeopleConfig } from '../config/people-config.ts'
import { createErrorReplies } from '../entry/http/error-replies.ts'
import { createFailureLimiter } from '../entry/http/failure-limiter.ts'
import { createProcessMetrics } from '../entry/metrics/process-metrics.ts'
import type { CommandTools } from '../entry/ops/ops-session.ts'
import type { PeopleDeps } from '../entry/people/people-deps.ts'
import { readMarks } from '../flows/console/changes-store.ts'
import { watchChanges } from '../flows/console/watch-changes.ts'
import { type Clock, systemClock } from '../kernel/clock/clock.ts'
import { createPool } from '../kernel/postgres/pool.ts'
import { createSessionAuthenticator } from '../records/people/authenticate-session.ts'
import { createRequestLog } from './loggers.ts'
import { wireChainsAndJournal, wireWalletRules } from './wire-chains.ts'
import { wireRememberedNames, wireStatementFormats } from './wire-vendors.ts'

/** Per source address and ten seconds. People mistype a PIN a few times; a program that guesses does more. */
const MOST_FAILED_SIGN_INS = 10
const MOST_CHALLENGES = 100
/** Per source address and hour. */
const MOST_SIGN_UPS = 20

export function wirePeople(
  config: PeopleConfig,
  clock: Clock = systemClock,
): PeopleDeps & { stop(): Promise<void> } {
  const metrics = createProcessMetrics()
  const log = createRequestLog('people', metrics.countLine)
  const { logger } = log
  const pool = createPool(config.databaseUrl, { max: 10, applicationName: 'afara-people', side: 'house' })
  const memberPool = createPool(config.databaseUrl, { max: 5, applicationName: 'afara-people-members' })
  metrics.watchPool('main', pool)
  metrics.watchPool('members', memberPool)
  const changes = watchChanges({
    read: async () => readMarks(pool),
    onError: (error) => logger.warn({ err: error }, 'changes cannot be read'),
  })
  return {
    pool,
    memberPool,
    clock,
    tools: wireTools(config),
    relyingParty: config.relyingParty,
    tokenKey: config.tokenKey,
    mailKey: config.mailKey,
    totpKey: config.totpKey,
    businessKeys: config.businessKeys,
    names: wireRememberedNames(config.payer),
    dashboard:
      config.pagesFolder === undefined ? undefined : { folder: config.pagesFolder, apiUrl: config.docsUrl },
    signUps: createFailureLimiter({ clock, most: MOST_SIGN_UPS, windowMs: 3_600_000 }),
    gate: {
      sessions: createSessionAuthenticator({
        pool,
        clock,
        onError: (error) => logger.warn({ err: error }, 'session cannot be checked or recorded'),
      }),
      failures: createFailureLimiter({ clock, most: MOST_FAILED_SIGN_INS }),
      relyingParty: config.relyingParty,
      clock,
      trustedProxies: config.trustedProxies,
      state: { isStopping: false },
      logRequest: log.stream.write,
      metrics,
    },
    challenges: createFailureLimiter({ clock, most: MOST_CHALLENGES }),
    changes,
    errorReplies: createErrorReplies(config.docsUrl),
    logger,
    stop: async () => {
      await Promise.all([pool.end(), memberPool.end()])
    },
  }
}

/** Creates the chains when the first command needs them, so that a chain that does not answer stops no other command. */
function wireTools(config: PeopleConfig): CommandTools {
  const { knownAddresses, chains, signer, cell, peppers, mailKey, businessKeys } = config
  let outside: ReturnType<typeof wireChainsAndJournal> | undefined
  return {
    readStatementFormats: async () => wireStatementFormats(),
    readWalletRules: async () => wireWalletRules(knownAddresses),
    readKeySettings: () => ({ cell, peppers }),
    readMailKey: () => mailKey,
    readBusinessKeys: () => businessKeys,
    readChainsAndJournal: async () => {
      outside ??= wireChainsAndJournal({ chains, signer }).catch((error: unknown) => {
        outside = undefined
        throw error
      })
      return outside
    },
  }
}
