import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcFaults } from './rpc-fault.ts'
import { signatureIn } from './signature-in.ts'

type Call = Readonly<{ id?: unknown; method?: string; params?: readonly unknown[] }>
type Answer = Readonly<{ status: number; type: string; body: string }>

/**
 * Forwards requests to a node, unless a fault applies. Transactions are forwarded one at a time, because the node loses some of those that
 * arrive at the same time.
 */
export function createRpcProxy(nodeUrl: string, faults: RpcFaults) {
  let before: Promise<unknown> = Promise.resolve()

  const ask = async (body: string): Promise<Answer> => {
    const response = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, type: 'application/json', body: await response.text() }
  }
  const pass = async (body: string, methods: readonly string[]): Promise<Answer> => {
    if (!methods.includes('sendTransaction')) return ask(body)
    const sent = before.then(async () => ask(body))
    before = sent.catch(() => undefined)
    return sent
  }

  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const calls = readCalls(body)
    const methods = calls.map(({ method }) => method ?? '')
    const rule = faults.meet(methods)
    switch (rule?.fault) {
      case 'dropped': {
        const [call] = calls
        if (call?.method !== 'sendTransaction') return void request.socket.destroy()
        return answer(response, rpcResult(call.id, signatureIn(String(call.params?.[0]))))
      }
      case 'error_500':
        return answer(response, { status: 500, type: 'text/plain', body: 'Internal server error' })
      case 'too_many_requests':
        return answer(response, { status: 429, type: 'text/plain', body: 'Too many requests' })
      case 'html':
        return answer(response, {
          status: 200,
          type: 'text/html',
          body: '<!doctype html><title>Back soon</title>',
        })
      case 'delayed':
        await sleep(rule.delay_ms ?? 2_000)
        break
      default:
    }
    const real = await pass(body, methods)
    switch (rule?.fault) {
      case 'landed_then_504':
        return answer(response, { status: 504, type: 'text/plain', body: 'Gateway time-out' })
      case 'silence':
        return
      case 'half_body':
        response.writeHead(200, { 'content-type': real.type, 'content-length': Buffer.byteLength(real.body) })
        response.write(real.body.slice(0, real.body.length / 2), () => response.destroy())
        return
      case 'forgets':
        return answer(response, { ...real, body: JSON.stringify(forget(JSON.parse(real.body))) })
      default:
        return answer(response, real)
    }
  }
}

function readCalls(body: string): readonly Call[] {
  try {
    const parsed = JSON.parse(body) as Call | Call[]
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return []
  }
}

function rpcResult(id: unknown, result: unknown): Answer {
  return { status: 200, type: 'application/json', body: JSON.stringify({ jsonrpc: '2.0', id, result }) }
}

/**
 * Makes an answer look as if the node had forgotten everything: a list becomes empty, each item of a list in `result.value` becomes null,
 * and any other result becomes null.
 */
function forget(answer: { result?: unknown }): unknown {
  const { result } = answer
  if (Array.isArray(result)) return { ...answer, result: [] }
  const value = (result as { value?: unknown } | null)?.value
  if (Array.isArray(value))
    return { ...answer, result: { ...(result as object), value: value.map(() => null) } }
  return { ...answer, result: null }
}

function answer(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}
