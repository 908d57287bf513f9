import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = Readonly<{ method: string; path: string; type: string; body: Buffer }>
export type Told = Readonly<{ status: number; type: string; body: Buffer | string }>

export type Proxy = Readonly<{ url: string; close(): Promise<void> }>

/** Returns the reply to a call. Undefined cuts the connection. */
type Serve = (asked: Asked, forward: () => Promise<Told>) => Promise<Told | undefined>

/** Starts a proxy in front of a node. It forwards calls unchanged, with or without a body. */
export async function startProxy(target: string, serve: Serve): Promise<Proxy> {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const asked = await read(incoming)
    const told = await serve(asked, async () => forwardTo(target, asked))
    if (told === undefined) outgoing.destroy()
    else outgoing.writeHead(told.status, { 'content-type': told.type }).end(told.body)
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Longer than any caller keeps an idle connection. With the default of five seconds, the proxy could close a connection just as a busy
  // caller uses it again.
  server.keepAliveTimeout = 90_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return {
    method: incoming.method ?? 'POST',
    path: incoming.url ?? '/',
    type: incoming.headers['content-type'] ?? 'application/json',
    body: Buffer.concat(chunks),
  }
}

async function forwardTo(target: string, { method, path, type, body }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const headers = method === 'GET' ? {} : { 'content-type': type, 'content-length': body.length }
    const outgoing = httpRequest(new URL(path, target), { method, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? 'application/json',
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
