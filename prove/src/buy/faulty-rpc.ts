import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'

/** What a node in front of a chain does wrong. */
export const rpcFaults = [
  'request_lost',
  'answer_lost',
  'server_error',
  'too_many',
  'page_instead',
  'half_body',
  'slow',
  'no_receipts',
] as const
export type RpcFault = (typeof rpcFaults)[number]

export type FaultyRpc = Readonly<{
  url: string
  /** From now on one call in so many goes wrong; 0 is none. */
  setOneIn(times: number): void
  hits(): ReadonlyMap<RpcFault, number>
  calls(): number
  close(): Promise<void>
}>

/** Stands between the worker and a chain, and fails as public nodes do. What it forwards, it forwards unchanged. */
export async function startFaultyRpc(target: string, random: Random): Promise<FaultyRpc> {
  const hits = new Map<RpcFault, number>()
  let [oneIn, calls] = [0, 0]
  const draw = (): RpcFault | undefined => {
    if (oneIn === 0 || !random.oneIn(oneIn)) return undefined
    const fault = random.pick(rpcFaults)
    hits.set(fault, (hits.get(fault) ?? 0) + 1)
    return fault
  }
  const server = createServer((incoming, outgoing) => {
    calls += 1
    answer(target, draw(), incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOneIn: (times) => {
      oneIn = times
    },
    hits: () => hits,
    calls: () => calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  target: string,
  fault: RpcFault | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const say = (status: number, type: string, text: string | Buffer) =>
    outgoing.writeHead(status, { 'content-type': type }).end(text)
  if (fault === 'request_lost') return void outgoing.destroy()
  if (fault === 'server_error') return void say(500, 'text/plain', 'upstream connect error')
  if (fault === 'too_many') return void say(429, 'application/json', '{"error":"rate limited"}')
  if (fault === 'page_instead') return void say(200, 'text/html', '<html>maintenance</html>')
  if (fault === 'slow') await sleep(1_500)
  const text = await forward(target, Buffer.concat(chunks))
  // It was done, and nobody hears of it.
  if (fault === 'answer_lost') return void outgoing.destroy()
  if (fault === 'half_body') return void say(200, 'application/json', text.subarray(0, text.length / 2))
  if (fault === 'no_receipts') return void say(200, 'application/json', withoutReceipts(text))
  say(200, 'application/json', text)
}

/** As a node that is behind the others: it does not know yet what has been mined. */
function withoutReceipts(text: Buffer): string {
  const hide = (reply: { result?: unknown }) =>
    typeof reply.result === 'object' && reply.result !== null && 'transactionHash' in reply.result
      ? { ...reply, result: null }
      : reply
  const parsed = JSON.parse(text.toString('utf8')) as { result?: unknown } | Array<{ result?: unknown }>
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(hide) : hide(parsed))
}

async function forward(target: string, body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      target,
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => resolve(Buffer.concat(chunks)))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
