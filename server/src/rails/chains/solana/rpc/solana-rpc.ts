import { ChainUnavailable } from '../../chain-unavailable.ts'
import { createRpc, type JsonRpc, type RpcCall } from '../../json-rpc.ts'

const DEFAULT_RPC_DEADLINE_MS = 5_000
// Not every node accepts batch requests, so calls are sent in parallel requests.
const CONCURRENT_REQUESTS = 8

export function createSolanaRpc({
  url,
  deadlineMs,
}: Readonly<{ url: string; deadlineMs?: number }>): JsonRpc {
  return createRpc({
    url,
    deadlineMs: deadlineMs ?? DEFAULT_RPC_DEADLINE_MS,
    together: { requestsAtOnce: CONCURRENT_REQUESTS },
  })
}

const MAX_TRIES = 3

/**
 * Retries each failed call by itself, for callers that send many read-only calls. Without this, a few hundred calls would almost never all
 * succeed at a node that fails one request in fifty.
 */
export function createRetryingRpc(rpc: JsonRpc): JsonRpc {
  return {
    ask: async (calls, signal) => each(calls, signal, async (call) => (await rpc.ask([call], signal))[0]),
    askEach: async (calls, signal) =>
      (await each(calls, signal, async (call) => rpc.askEach([call], signal))).flat(),
  }
}

async function each<T>(
  calls: readonly RpcCall[],
  signal: AbortSignal,
  ask: (call: RpcCall) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (let first = 0; first < calls.length; first += CONCURRENT_REQUESTS) {
    const some = calls.slice(first, first + CONCURRENT_REQUESTS)
    answers.push(...(await Promise.all(some.map(async (call) => retryCall(call, signal, ask)))))
  }
  return answers
}

async function retryCall<T>(
  call: RpcCall,
  signal: AbortSignal,
  ask: (call: RpcCall) => Promise<T>,
): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await ask(call)
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || times === MAX_TRIES || signal.aborted) throw error
    }
  }
}
