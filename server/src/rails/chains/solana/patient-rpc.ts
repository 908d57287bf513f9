import { ChainUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { REQUESTS_AT_ONCE } from './solana-rpc.ts'

const TIMES = 3

/**
 * For whoever reads much and changes nothing: of many questions, one that goes wrong is asked again by itself. If it undid the others, a node that
 * fails one request in fifty would never answer a few hundred.
 */
export function patientRpc(rpc: JsonRpc): JsonRpc {
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
  for (let first = 0; first < calls.length; first += REQUESTS_AT_ONCE) {
    const some = calls.slice(first, first + REQUESTS_AT_ONCE)
    answers.push(...(await Promise.all(some.map(async (call) => askAgain(call, signal, ask)))))
  }
  return answers
}

async function askAgain<T>(
  call: RpcCall,
  signal: AbortSignal,
  ask: (call: RpcCall) => Promise<T>,
): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await ask(call)
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || times === TIMES || signal.aborted) throw error
    }
  }
}
