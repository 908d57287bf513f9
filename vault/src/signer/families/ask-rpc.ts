type Call = readonly [method: string, ...params: unknown[]]

/** Asks a node, and gives the results in order. Throws where it does not answer every call: nothing is known then. */
export type AskRpc = (calls: readonly Call[], signal: AbortSignal) => Promise<readonly unknown[]>

type Answer = Readonly<Record<string, unknown>>

const DEADLINE_MS = 4_000
const MOST_BYTES = 8 * 1024 * 1024

/** In one request, or where a node does not take that, in one after the other. The address holds a provider's key, so no message repeats it. */
export function createAskRpc(url: string, { isTogether = true }: { isTogether?: boolean } = {}): AskRpc {
  return async (calls, signal) => {
    const asked = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers: Answer[] = []
    if (isTogether) {
      const body = await post(url, asked, signal)
      if (!Array.isArray(body)) throw new Error('it answered with no list')
      answers.push(...(body as readonly Answer[]))
    } else for (const one of asked) answers.push((await post(url, one, signal)) as Answer)
    return calls.map(([method], id) => {
      const answer = answers.find((one) => one['id'] === id)
      if (answer === undefined || !('result' in answer)) throw new Error(`it gives no answer to ${method}`)
      return answer['result']
    })
  }
}

async function post(url: string, asked: object, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  })
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES)
    throw new Error('the answer is too long')
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error(`it answered ${response.status}`)
  return body
}
