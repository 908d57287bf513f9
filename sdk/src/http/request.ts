import { baseOf, bodyText, queryText } from './call.ts'
import type { Transport } from './transport.ts'

/** A request to any path. */
export type RequestInput = Readonly<{
  method: 'GET' | 'POST'
  /** Such as /transactions/v1. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** An object, sent as JSON. */
  body?: unknown
  /** The text of a CSV file, sent instead of a body. */
  csv?: string | undefined
  /** The Idempotency-Key of a write. Without one, a write is repeated only after a 429. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  base?: 'api' | 'otc'
}>

/** An unchanged reply. */
export type Reply = Readonly<{ status: number; headers: Headers; text: string; bytes: Uint8Array }>

export type Request = (input: RequestInput) => Promise<Reply>

export function createRequest(transport: Transport, bases: Parameters<typeof baseOf>[0]): Request {
  return async ({ method, query, body, csv, base = 'api', ...rest }) => {
    const path = `${rest.path}${queryText(query)}`
    if (!path.startsWith('/')) throw new TypeError('"path" must begin with a slash.')
    const { idempotencyKey, signal, timeoutMs } = rest
    const repeatable = method === 'GET' || idempotencyKey !== undefined
    return transport.send(
      {
        method,
        path,
        url: `${baseOf(bases, base)}${path}`,
        body: csv ?? bodyText(method, body),
        contentType: csv === undefined ? undefined : 'text/csv',
        idempotencyKey,
        repeatable,
        signal,
        timeoutMs,
      },
      readAsItCame,
    )
  }
}

async function readAsItCame(response: Response): Promise<Reply> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
}
