import { pino } from 'pino'
import { createLogStream } from '../entry/http/request-log.ts'
import type { Nudge } from '../records/transactions/wake-store.ts'

// A second line of defence: log entries should not contain these fields in the first place.
const SECRETS = [
  'headers["svc-sec-key"]',
  'req.headers["svc-sec-key"]',
  ...['authorization', 'cookie'].flatMap((header) => [`headers.${header}`, `req.headers.${header}`]),
  // PostgreSQL quotes the rejected row or values here.
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

/** Buffers lines and writes them asynchronously. Flushes the rest when the process exits. */
export function createRequestLog(name: string) {
  const destination = pino.destination({ sync: false })
  const stream = createLogStream(destination)
  process.once('exit', () => {
    stream.flush()
    destination.flushSync()
  })
  return { stream, logger: pino({ name, redact: SECRETS }, stream) }
}

export function logLostNudge(logger: ReturnType<typeof createLogger>) {
  return ({ subjectId }: Nudge, error: unknown): void => {
    logger.warn({ subjectId, err: error }, 'wake-up lost; the sweeper repeats it')
  }
}
