import { pino } from 'pino'
import { createLogStream } from '../entry/http/request-log.ts'
import type { Nudge } from '../records/transactions/wake-store.ts'

// A second wall: nothing that is logged should hold these in the first place.
const SECRETS = [
  'headers["svc-sec-key"]',
  'req.headers["svc-sec-key"]',
  // Where PostgreSQL quotes the row or the values that it could not take.
  'err.detail',
  'err.where',
  ...[
    'account_number',
    'account_name',
    'wallet_address',
    'accountNumber',
    'accountName',
    'walletAddress',
  ].flatMap((field) => [field, `*.${field}`]),
]

export function createLogger(name: string) {
  return pino({ name, redact: SECRETS })
}

/** Lines are gathered and written without waiting; the last ones when the process ends. */
export function createApiLog() {
  const destination = pino.destination({ sync: false })
  const stream = createLogStream(destination)
  process.once('exit', () => {
    stream.flush()
    destination.flushSync()
  })
  return { stream, logger: pino({ name: 'api', redact: SECRETS }, stream) }
}

export function logLostNudge(logger: ReturnType<typeof createLogger>) {
  return ({ subjectId }: Nudge, error: unknown): void => {
    logger.warn({ subjectId, err: error }, 'wake-up lost; the sweeper repeats it')
  }
}
