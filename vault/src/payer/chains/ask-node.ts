type Call = readonly [method: string, ...params: unknown[]]

/** Calls a node and returns the results in order. Throws unless the node answers every call. */
type AskRpc = (calls: readonly Call[], signal: AbortSignal) => Promise<readonly unknown[]>

type Fields = Readonly<Record<string, unknown>>

/** A node does not confirm what the database says: either it may confirm it later (`waits`), or it shows something else (`denied`). */
export class NotShown extends Error {
  override readonly name = 'NotShown'
  readonly kind: 'waits' | 'denied'

  constructor(kind: NotShown['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const NODE_TIMEOUT_MS = 4_000
const MOST_BYTES = 8 * 1024 * 1024
// Answers are read strictly. An impossible answer counts as no answer, and the request is repeated.
const IMPOSSIBLE_ANSWER = 'the node returned an impossible answer'

/**
 * Sends the calls in one batch, or one after another if the node does not support batches. The URL contains a provider's key, so no
 * message repeats it.
 */
export function createAskRpc(url: string, { isBatched = true }: { isBatched?: boolean } = {}): AskRpc {
  return async (calls, signal) => {
    const asked = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers: Fields[] = []
    if (isBatched) {
      const body = await post(url, asked, signal)
      if (!Array.isArray(body)) throw new Error('the node did not return a list')
      answers.push(...(body as readonly Fields[]))
    } else for (const one of asked) answers.push((await post(url, one, signal)) as Fields)
    return calls.map(([method], id) => {
      const answer = answers.find((one) => one['id'] === id)
      if (answer === undefined || !('result' in answer)) throw new Error(`the node did not answer ${method}`)
      return answer['result']
    })
  }
}

/**
 * Sends one request to Horizon. Returns undefined for a 404 and throws if Horizon does not answer. The URL may contain a key, so no message
 * repeats it.
 */
export async function askHorizon(
  url: string,
  path: string,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  const { status, text } = await ask(`${url.replace(/\/+$/, '')}${path}`, {}, signal)
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`the node answered ${status}`)
  return readFields(JSON.parse(text))
}

async function post(url: string, asked: object, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await ask(url, { method: 'POST', headers, body: JSON.stringify(asked) }, signal)
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null) throw new Error(`the node answered ${status}`)
  return body
}

/** Reads at most `MOST_BYTES`, whatever length the node announces. */
async function ask(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Readonly<{ status: number; text: string }>> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(NODE_TIMEOUT_MS)]),
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop by an error closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('the response of the node is too long')
    chunks.push(chunk)
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') }
}

export function readFields(value: unknown): Fields {
  waitUnless(typeof value === 'object' && value !== null && !Array.isArray(value), IMPOSSIBLE_ANSWER)
  return value as Fields
}

export function readList(value: unknown): readonly unknown[] {
  waitUnless(Array.isArray(value), IMPOSSIBLE_ANSWER)
  return value
}

export function readText(value: unknown, shape = /./): string {
  waitUnless(typeof value === 'string' && shape.test(value), IMPOSSIBLE_ANSWER)
  return value
}

export function waitUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new NotShown('waits', message)
}

export function denyUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new NotShown('denied', message)
}
