import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = Readonly<{ path: string; headers: IncomingHttpHeaders; body: string }>

/** The answer of a path: a status or a misbehaviour. */
export type Answer = number | ((response: ServerResponse) => void)

/** Starts a business's server that gives each path its configured answer and records all requests. */
export async function startReceiver() {
  const answers = new Map<string, Answer>()
  const received: Received[] = []
  const inFlight = new Map<string, number>()
  const mostInFlight = new Map<string, number>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const now = (inFlight.get(path) ?? 0) + 1
    inFlight.set(path, now)
    mostInFlight.set(path, Math.max(now, mostInFlight.get(path) ?? 0))
    response.on('close', () => inFlight.set(path, (inFlight.get(path) ?? 1) - 1))
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ path, headers: request.headers, body })
    const answer = answers.get(path) ?? 200
    if (typeof answer === 'number') response.writeHead(answer).end(answer === 200 ? 'thank you' : 'not now')
    else answer(response)
  }
  const server = createServer((request, response) => void take(request, response).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    answer: (path: string, answer: Answer) => answers.set(path, answer),
    at: (path: string) => received.filter((one) => one.path === path),
    mostInFlight: (path: string) => mostInFlight.get(path) ?? 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
