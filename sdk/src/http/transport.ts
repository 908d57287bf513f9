import { type AfaraError, ConnectionError, RateLimitedError, UnavailableError } from '../errors.ts'
import type { Attempt, Fetch } from '../options.ts'
import { backOffMs, pause } from './back-off.ts'
import { errorOfReply } from './error-of-reply.ts'
import type { SignRequest } from './sign-request.ts'

type WireRequest = Readonly<{
  method: 'GET' | 'POST'
  url: string
  /** The path without the host, for logs. */
  path: string
  body?: string | undefined
  /** JSON unless it says otherwise. */
  contentType?: string | undefined
  idempotencyKey?: string | undefined
  /** Whether a repeat has no further effect: a read, a preview, or a request with an Idempotency-Key. */
  repeatable: boolean
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}>

export type Transport = Readonly<{
  /** `read` parses a success. If it throws, the reply was cut off or is not from the service, and counts as no reply. */
  send<T>(request: WireRequest, read: (response: Response) => Promise<T>): Promise<T>
}>

type Settings = Readonly<{
  key: string
  fetch: Fetch
  timeoutMs: number
  deadlineMs: number
  maxRetries: number
  onAttempt?: ((attempt: Attempt) => void) | undefined
  sign?: SignRequest | undefined
}>

/**
 * Sends a request and repeats it if that is safe. A write with an Idempotency-Key has the same key in all attempts. A write without a key
 * is repeated only after a 429.
 */
export function createTransport(settings: Settings): Transport {
  return {
    async send(asked, read) {
      const request = nameSigned(settings, asked)
      const endsAt = Date.now() + Math.max(settings.deadlineMs, request.timeoutMs ?? 0)
      for (let number = 1; ; number += 1) {
        const startedAt = Date.now()
        const outcome = await attempt(settings, request, read, endsAt)
        const waitMs =
          outcome.error === undefined || number > settings.maxRetries || !mayRepeat(outcome.error, request)
            ? undefined
            : backOffMs(number, outcome.error.retryAfterMs)
        const again = waitMs !== undefined && Date.now() + waitMs < endsAt
        settings.onAttempt?.({
          method: request.method,
          path: request.path,
          number,
          durationMs: Date.now() - startedAt,
          replayed: outcome.headers?.get('idempotent-replayed') === 'true',
          ...(outcome.status === undefined ? {} : { status: outcome.status }),
          ...requestIdOf(outcome.headers),
          ...(again ? { nextInMs: waitMs } : {}),
        })
        if (outcome.error === undefined) return outcome.value
        if (!again) throw outcome.error
        await pause(waitMs, request.signal)
      }
    },
  }
}

type Outcome<T> = Readonly<{ status?: number; headers?: Headers }> &
  (Readonly<{ error: AfaraError }> | Readonly<{ error?: never; value: T }>)

async function attempt<T>(
  settings: Settings,
  request: WireRequest,
  read: (response: Response) => Promise<T>,
  endsAt: number,
): Promise<Outcome<T>> {
  const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? settings.timeoutMs, endsAt - Date.now()))
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal =
    request.signal === undefined ? timeout.signal : AbortSignal.any([request.signal, timeout.signal])
  let response: Response | undefined
  try {
    response = await settings.fetch(request.url, {
      method: request.method,
      headers: { ...headersOf(settings.key, request), ...(await signatureOf(settings, request)) },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal,
    })
    const { status, headers } = response
    if (response.ok) return { status, headers, value: await read(response) }
    const text = await response.text()
    return { status, headers, error: errorOfReply({ status, headers, text }, request.idempotencyKey) }
  } catch (cause) {
    // The caller aborted the request, so its own reason is thrown.
    if (request.signal?.aborted === true) throw request.signal.reason
    const error = noAnswer(request, {
      cause,
      timeoutMs,
      timedOut: timeout.signal.aborted,
      began: response !== undefined,
    })
    return response === undefined ? { error } : { status: response.status, headers: response.headers, error }
  } finally {
    // Ends the timeout, because a file that is still being streamed may take longer.
    clearTimeout(timer)
  }
}

function headersOf(key: string, request: WireRequest): Record<string, string> {
  return {
    'svc-sec-key': key,
    ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
  }
}

/** A signature covers the Idempotency-Key, so a signed request has one. */
function nameSigned({ sign }: Settings, request: WireRequest): WireRequest {
  if (sign === undefined || request.method !== 'POST' || request.body === undefined) return request
  return { ...request, idempotencyKey: request.idempotencyKey ?? crypto.randomUUID() }
}

/** Each attempt is signed anew, because a signature is good for some minutes only. */
async function signatureOf({ sign }: Settings, request: WireRequest): Promise<Record<string, string>> {
  const { method, body, idempotencyKey } = request
  if (sign === undefined || method !== 'POST' || body === undefined || idempotencyKey === undefined) return {}
  // The path as the service sees it, with what baseUrl has before it.
  return sign({ method, path: new URL(request.url).pathname, body, idempotencyKey })
}

function mayRepeat(error: AfaraError, request: WireRequest): boolean {
  if (error instanceof RateLimitedError) return true
  return request.repeatable && (error instanceof UnavailableError || error instanceof ConnectionError)
}

function requestIdOf(headers: Headers | undefined): { requestId?: string } {
  const requestId = headers?.get('x-request-id')
  return typeof requestId === 'string' ? { requestId } : {}
}

type Failure = Readonly<{ cause: unknown; timeoutMs: number; timedOut: boolean; began: boolean }>

function noAnswer(request: WireRequest, { cause, timeoutMs, timedOut, began }: Failure): ConnectionError {
  const { origin } = new URL(request.url)
  const what = timedOut
    ? `No response from ${origin} within ${timeoutMs} ms.`
    : began
      ? `The response of ${origin} cannot be read. It is incomplete, or not from this service.`
      : `${origin} cannot be reached.`
  const recorded = request.method === 'POST' ? ' The request may have been recorded.' : ''
  return new ConnectionError({
    code: timedOut ? 'timed_out' : began ? 'answer_unreadable' : 'not_reached',
    message: `${what}${recorded}`,
    fix: 'Check baseUrl and the network, then try again.',
    cause,
    ...(request.idempotencyKey === undefined ? {} : { idempotencyKey: request.idempotencyKey }),
  })
}
