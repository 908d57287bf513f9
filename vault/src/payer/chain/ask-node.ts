type Call = readonly [method: string, ...params: unknown[]]

/** Asks a node in one request, and gives the results in order. Throws where it does not answer every call: nothing is known then. */
export type AskNode = (calls: readonly Call[], signal: AbortSignal) => Promise<readonly unknown[]>

const DEADLINE_MS = 4_000
const MOST_BYTES = 8 * 1024 * 1024

/** The address holds a provider's key, so no message repeats it. */
export function createAskNode(url: string): AskNode {
  return async (calls, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES)
      throw new Error('the answer is too long')
    const body: unknown = await response.json()
    if (!Array.isArray(body)) throw new Error(`it answered ${response.status} and no list`)
    const results = new Map(
      (body as readonly Readonly<Record<string, unknown>>[]).map((answer) => [answer['id'], answer]),
    )
    return calls.map(([method], id) => {
      const answer = results.get(id)
      if (answer === undefined || !('result' in answer)) throw new Error(`it gives no answer to ${method}`)
      return answer['result']
    })
  }
}
