import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatId } from '../../kernel/ids/ids.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'

const INFO = 30
const ERROR = 50
const CLIENT_ID = /^[A-Za-z0-9._-]{1,64}$/
const describedKeys = new WeakMap<AuthenticatedKey, string>()
const traces = new WeakMap<FastifyRequest, string>()

/** Keeps the id of a request's trace for its log line. */
export function noteTrace(request: FastifyRequest, traceId: string): void {
  traces.set(request, traceId)
}

/**
 * Returns one line of JSON for a finished request, in pino's format. It is built manually, because a logger would slow down every request.
 * It contains only these fields: no key, no body, and nothing from the caller except a well-formed id.
 */
export function describeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  listener: string,
  route: string,
  /** Further fields that say who sent the request, such as `,"key":"key_…"`. */
  who: string,
): string {
  const status = reply.statusCode
  const milliseconds = Math.round(reply.elapsedTime * 100) / 100
  const theirs = request.headers['x-request-id']
  const theirId =
    typeof theirs === 'string' && CLIENT_ID.test(theirs) ? `,"client_request_id":"${theirs}"` : ''
  const traceId = traces.get(request)
  const traced = traceId === undefined ? '' : `,"trace_id":"${traceId}"`
  return `{"level":${status >= 500 ? ERROR : INFO},"time":${Date.now()},"name":"${listener}","request_id":"${request.id}","method":"${request.method}","route":"${route}","status":${status},"ms":${milliseconds}${who}${theirId}${traced},"msg":"request"}\n`
}

/** Returns the fields of a key for a log line. */
export function describeKey(key: AuthenticatedKey | null): string {
  if (key === null) return ''
  let text = describedKeys.get(key)
  if (text === undefined) {
    const { businessId, mode } = key.tenant
    const who =
      key.memberId === undefined
        ? `"key":"${formatId('key', key.id)}"`
        : `"person":"${formatId('member', key.memberId)}"`
    text = `,${who},"business":"${formatId('business', businessId)}","mode":"${mode}"`
    describedKeys.set(key, text)
  }
  return text
}

/** Receives log lines. Buffers them and writes them together, outside the requests' own path. */
type LogStream = Readonly<{
  write(line: string): void
  /** Writes the buffered lines. */
  flush(): void
}>

/** The part of pino's destination that we use. */
type Destination = Readonly<{ write(text: string): unknown }>

const GATHERED_CHARACTERS = 16_000
const FLUSHED_EVERY_MS = 500

/**
 * Buffers lines for a destination that writes asynchronously. The destination joins lines too, but processes the whole text again for every
 * line. We measured 2 µs per line there, and 0.25 µs per line here.
 */
export function createLogStream(destination: Destination): LogStream {
  let gathered = ''
  const flush = (): void => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    destination.write(text)
  }
  setInterval(flush, FLUSHED_EVERY_MS).unref()
  return {
    write: (line) => {
      gathered += line
      if (gathered.length >= GATHERED_CHARACTERS) flush()
    },
    flush,
  }
}
