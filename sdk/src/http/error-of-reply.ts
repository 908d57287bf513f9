import {
  AfaraError,
  ConflictError,
  type ErrorFacts,
  KeyError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
} from '../errors.ts'
import { parseExact } from '../exact-json.ts'
import { type ErrorReply as ErrorBody, fixes } from '../generated/api-types.ts'

/** Returns the error for a reply. `name` is the Idempotency-Key of a request that may have been recorded. */
export function errorOfReply(
  reply: { status: number; headers: Headers; text: string },
  name?: string,
): AfaraError {
  const { status, headers } = reply
  const body = readBody(reply.text)
  const code = body?.code ?? `http_${status}`
  const retryAfterMs = retryAfter(headers)
  const facts: ErrorFacts = {
    code,
    status,
    message: body?.message ?? strangeAnswer(status),
    errors: body?.errors ?? [],
    ...optional('requestId', body?.request_id ?? headers.get('x-request-id') ?? undefined),
    ...optional('docsUrl', body?.docs_url),
    ...optional('fix', fixOf(code)),
    ...optional('retryAfterMs', retryAfterMs),
    ...optional('idempotencyKey', status >= 500 ? name : undefined),
  }
  if (status >= 500) return new UnavailableError(facts)
  if (status === 429) return new RateLimitedError(facts)
  if (status === 409) return new ConflictError(facts)
  if (status === 401 || status === 403) return new KeyError(facts)
  return status >= 400 ? new RefusedError(facts) : new AfaraError(facts)
}

/** Reads `Retry-After`, in seconds or as a date, and returns milliseconds from now. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function readBody(text: string): ErrorBody | undefined {
  try {
    const body = parseExact(text) as Partial<ErrorBody> | null
    return typeof body?.code === 'string' && typeof body.message === 'string'
      ? (body as ErrorBody)
      : undefined
  } catch {
    return undefined
  }
}

function strangeAnswer(status: number): string {
  return status < 400
    ? `The response was ${status}, which this API never returns. Check baseUrl, and whether a proxy is in between.`
    : `The response was ${status} without a reason. A proxy may have sent it.`
}

function fixOf(code: string): string | undefined {
  return Object.hasOwn(fixes, code) ? fixes[code as keyof typeof fixes] : undefined
}

function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>)
}
