import type { Asked, Told } from './proxy.ts'

export type Call = Readonly<{ jsonrpc: string; id: unknown; method: string; params?: readonly unknown[] }>
type Reply = Readonly<{ id: unknown; result?: unknown }>

/** The calls of JSON-RPC in a request: one, or many at once. */
export function callsIn({ body }: Asked): readonly Call[] {
  const parsed = JSON.parse(body.toString()) as Call | Call[]
  return Array.isArray(parsed) ? parsed : [parsed]
}

/** The same answer, with other results. What is no result stays as it is. */
export function retell(asked: Asked, told: Told, lie: (call: Call, result: unknown) => unknown): Told {
  const calls = new Map(callsIn(asked).map((call) => [call.id, call]))
  const change = (reply: Reply): Reply => {
    const call = calls.get(reply.id)
    return call === undefined || reply.result === undefined
      ? reply
      : { ...reply, result: lie(call, reply.result) }
  }
  const parsed = JSON.parse(told.body.toString()) as Reply | Reply[]
  return { ...told, body: JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : change(parsed)) }
}
