import { askVendor, explainFailure, type VendorAnswer } from '../ask-vendor.ts'
import { OddAnswer, readList, readNumber, readObject, readText } from '../vendor-json.ts'
import { ChainUnavailable } from './chain-unavailable.ts'

export type RpcCall = readonly [method: string, ...params: unknown[]]

/** A result, or the message of the node's error. Numbers in a result keep their original digits. */
export type RpcAnswer =
  | Readonly<{ outcome: 'result'; result: unknown }>
  | Readonly<{ outcome: 'refused'; message: string }>

export type JsonRpc = Readonly<{
  /** Returns the answers in the order of the calls. Throws ChainUnavailable unless every call has an answer. */
  askEach(calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcAnswer[]>
  /** Returns the results, and throws ChainUnavailable if the node refuses a call. For calls that a healthy node never refuses. */
  ask(calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly unknown[]>
}>

export type RpcOptions = Readonly<{
  url: string
  deadlineMs: number
  /** Either the number of calls in one batch request, or the number of parallel requests with one call each. */
  together: Readonly<{ inOneRequest: number }> | Readonly<{ requestsAtOnce: number }>
}>

const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/**
 * A JSON-RPC client without cache or retries. A client library is not used, because it would cache answers, such as the newest block
 * number, and retry by itself. The URL contains the provider's key, so no error message includes it.
 */
export function createRpc({ url, deadlineMs, together }: RpcOptions): JsonRpc {
  const post = async (body: unknown, signal: AbortSignal): Promise<VendorAnswer> =>
    askVendor({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs,
      mostBytes: MAX_ANSWER_BYTES,
      signal,
    })
  const orFail = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      throw new ChainUnavailable(explainFailure(error, deadlineMs), { cause: error })
    }
  }
  const askBatch = async (calls: readonly RpcCall[], signal: AbortSignal) =>
    orFail(async () => readBatch(await post(calls.map(toRequest), signal), calls.length))
  const askOne = async (call: RpcCall, signal: AbortSignal) =>
    orFail(async () => readOne(await post(toRequest(call, 0), signal)))

  const askEach: JsonRpc['askEach'] = async (calls, signal) => {
    const answers: RpcAnswer[] = []
    if ('inOneRequest' in together) {
      for (const part of inParts(calls, together.inOneRequest))
        answers.push(...(await askBatch(part, signal)))
    } else {
      for (const part of inParts(calls, together.requestsAtOnce)) {
        answers.push(...(await Promise.all(part.map(async (call) => askOne(call, signal)))))
      }
    }
    return answers
  }
  return {
    askEach,
    ask: async (calls, signal) => {
      const answers = await askEach(calls, signal)
      return answers.map((answer, index) => {
        if (answer.outcome === 'result') return answer.result
        throw new ChainUnavailable(`the node rejected ${calls[index]?.[0]}: ${answer.message}`)
      })
    },
  }
}

function toRequest([method, ...params]: RpcCall, id: number): object {
  return { jsonrpc: '2.0', id, method, params }
}

function inParts<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}

function readBatch({ status, body }: VendorAnswer, count: number): readonly RpcAnswer[] {
  if (status !== 200) throw new OddAnswer(`the node answered ${status}`)
  // A node that refuses a whole batch answers with one object instead of a list.
  if (!Array.isArray(body)) throw new OddAnswer(`the response is not a list: ${refusalIn(body)}`)
  const answers = new Map(
    readList(body, 'the response').map((item) => {
      const answer = readObject(item, 'a response')
      return [readNumber(answer['id'], 'id'), answer] as const
    }),
  )
  return Array.from({ length: count }, (_, id) => readAnswer(answers.get(`${id}`)))
}

function readOne({ status, body }: VendorAnswer): RpcAnswer {
  if (status !== 200) throw new OddAnswer(`the node answered ${status}`)
  return readAnswer(readObject(body, 'the response'))
}

function readAnswer(answer: Readonly<Record<string, unknown>> | undefined): RpcAnswer {
  if (answer === undefined) throw new OddAnswer('a response of the batch is missing')
  if (answer['error'] !== undefined) return { outcome: 'refused', message: refusalIn(answer) }
  if (!('result' in answer)) throw new OddAnswer('a response has neither result nor error')
  return { outcome: 'result', result: answer['result'] }
}

function refusalIn(body: unknown): string {
  try {
    const { error } = readObject(body, 'the response')
    return readText(readObject(error, 'error')['message'], 'error.message').slice(0, 200)
  } catch {
    return 'no reason given'
  }
}
