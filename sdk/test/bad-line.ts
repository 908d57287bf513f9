import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults of a request. With "after", the request has reached the service before the fault. */
export type Fault =
  | 'dropped before'
  | 'dropped after'
  | 'cut short after'
  | 'garbage after'
  | '500 after'
  | '503 before'
  | '429 before'
  | 'slow after'
  | 'redirected'

type Seen = Readonly<{ method: string; path: string; name: string | undefined; fault: Fault | undefined }>

/** A connection to the service that causes the given faults, one for each request, and then works. */
export async function createBadLine(target: string) {
  const faults: Fault[] = []
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void carry(target, request, response, faults.shift(), seen).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    fail(...next: readonly Fault[]): void {
      faults.splice(0, faults.length, ...next)
      seen.length = 0
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

async function carry(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  seen: Seen[],
): Promise<void> {
  const { method = '', url: path = '' } = request
  seen.push({ method, path, name: request.headers['idempotency-key'] as string | undefined, fault })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (fault === 'dropped before') return void request.socket.destroy()
  if (fault === '503 before') return void response.writeHead(503, { 'retry-after': '0' }).end('<h1>busy</h1>')
  if (fault === '429 before') return void response.writeHead(429, { 'retry-after': '0' }).end()
  if (fault === 'redirected') return void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers
  const answer = await fetch(`${target}${path}`, {
    method,
    headers: headers as Record<string, string>,
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
  })
  const body = Buffer.from(await answer.arrayBuffer())
  if (fault === 'dropped after') return void request.socket.destroy()
  if (fault === '500 after') return void response.writeHead(500).end('oops')
  if (fault === 'garbage after') {
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>hello</html>')
  }
  if (fault === 'slow after') return
  const { 'content-encoding': ____, 'transfer-encoding': _____, ...kept } = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, { ...kept, 'content-length': String(body.length) })
  if (fault === 'cut short after') {
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
    return
  }
  response.end(body)
}
