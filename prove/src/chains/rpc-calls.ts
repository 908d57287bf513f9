import type { Asked, Told } from './proxy.ts'

export type Call = Readonly<{ jsonrpc: string; id: unknown; method: string; params?: readonly unknown[] }>
type Reply = Readonly<{ id: unknown; result?: unknown }>

/** Returns the JSON-RPC calls in a request: one call or a batch. */
export function callsIn({ body }: Asked): readonly Call[] {
  const parsed = JSON.parse(body.toString()) as Call | Call[]
  return Array.isArray(parsed) ? parsed : [parsed]
}

/** Returns the reply with other results. A reply without a result stays unchanged. */
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
