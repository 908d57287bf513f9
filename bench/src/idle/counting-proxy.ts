import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingProxy = Readonly<{
  url: string
  /** Number of requests so far. */
  requests(): number
  /** Number of calls so far, by the name of the method. Each call of a batch counts. */
  calls: ReadonlyMap<string, number>
  close(): Promise<void>
}>

/** Starts a proxy in front of a node. It forwards every request unchanged and counts the calls. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const calls = new Map<string, number>()
  let requests = 0
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    requests += 1
    for (const name of namesOf(incoming, body)) calls.set(name, (calls.get(name) ?? 0) + 1)
    const { host: _host, ...headers } = incoming.headers
    const options = { method: incoming.method, headers }
    const forwarded = httpRequest(new URL(incoming.url ?? '/', target), options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    forwarded.end(body)
  }
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Longer than a caller keeps an idle connection, so that the proxy never closes one that is used again.
  server.keepAliveTimeout = 90_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A request without JSON-RPC is one call. Its name is its path without ids. */
function namesOf({ method, url = '/' }: IncomingMessage, body: Buffer): string[] {
  if (method === 'GET') return [url.replace(/\?.*/, '').replace(/\/[A-Z0-9]{20,}|\/\d+/g, '/…')]
  const parsed = JSON.parse(body.toString()) as { method?: string } | Array<{ method?: string }>
  return [parsed].flat().map((call) => call.method ?? 'unknown')
}
