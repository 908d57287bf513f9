import { once } from 'node:events'
import { createServer } from 'node:https'
import { isControl } from './control-addresses.ts'

export type Listeners = Readonly<{
  /** Counts the connections to public addresses of the proof, and to any other, by the address of the socket's own end. */
  counted(): Readonly<{ open: number; astray: number }>
  close(): void
}>

/** Listens on these ports at every address. Each request uses its own connection. */
export async function startPublicListeners(
  ports: readonly number[],
  certificate: Readonly<{ key: string; cert: string }>,
): Promise<Listeners> {
  const count = { open: 0, astray: 0 }
  const servers = ports.map((port) => {
    const server = createServer(certificate, (request, response) => {
      request.resume()
      response.setHeader('connection', 'close')
      const to = new URL(request.url ?? '/', 'https://trap.ng').searchParams.get('to')
      if (to === null) response.writeHead(204).end()
      else response.writeHead(307, { location: to }).end()
    })
    server.on('connection', ({ localAddress = '' }: { localAddress?: string }) => {
      count[isControl(localAddress) ? 'open' : 'astray'] += 1
    })
    server.on('tlsClientError', () => {})
    return server.listen(port, '::')
  })
  await Promise.all(servers.map(async (server) => once(server, 'listening')))
  return {
    counted: () => ({ ...count }),
    close: () => {
      for (const server of servers) server.close()
    },
  }
}
