import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Canned = Readonly<{ status?: number; body: unknown }>

/** A vendor that answers each path with what the test put there, and any other path with 404. */
export async function startCannedVendor() {
  const answers = new Map<string, Canned>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://vendor')
    asked.push(request.url ?? '')
    const { status = 200, body } = answers.get(pathname) ?? { status: 404, body: {} }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const length = { 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, { 'content-type': 'application/json', ...length }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The path and query of each request. */
    asked,
    set: (path: string, body: unknown, status = 200) => answers.set(path, { status, body }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
