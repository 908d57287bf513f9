import { type LoggerOptions, pino } from 'pino'
import { createLogStream } from '../entry/http/request-log.ts'
import { hideNumbers } from '../kernel/hide-numbers.ts'
import { activeTraceId } from '../kernel/tracing.ts'
import type { Nudge } from '../records/transactions/wake-store.ts'

// A second line of defence: log entries should not contain these fields in the first place. Names and references have no form, so their
// fields are listed; numbers are found by their form in every line.
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
    'customerName',
    'payerName',
    'beneficiaryName',
    'identity',
  ].flatMap((field) => [field, `*.${field}`]),
]

/** Counts each line by its level. */
type CountLine = (level: string) => void

function settingsOf(name: string, countLine: CountLine): LoggerOptions {
  return {
    name,
    redact: SECRETS,
    mixin: () => {
      const trace_id = activeTraceId()
      return trace_id === undefined ? {} : { trace_id }
    },
    hooks: {
      streamWrite: hideNumbers,
      logMethod(words, log, level) {
        countLine(pino.levels.labels[level] ?? 'other')
        log.apply(this, words)
      },
    },
  }
}

export function createLogger(name: string, countLine: CountLine) {
  return pino(settingsOf(name, countLine))
}

/** Buffers lines and writes them asynchronously. Flushes the rest when the process exits. */
export function createRequestLog(name: string, countLine: CountLine) {
  const destination = pino.destination({ sync: false })
  const stream = createLogStream(destination)
  process.once('exit', () => {
    stream.flush()
    destination.flushSync()
  })
  return { stream, logger: pino(settingsOf(name, countLine), stream) }
}

export function logLostNudge(logger: ReturnType<typeof createLogger>) {
  return ({ subjectId }: Nudge, error: unknown): void => {
    logger.warn({ subjectId, err: error }, 'wake-up lost; the sweeper repeats it')
  }
}
