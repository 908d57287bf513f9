import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from './chain-world.ts'

/** Replaces the true answer of a path. Undefined: not found. */
type Lie = (path: string, body: unknown) => unknown

export type HorizonProxy = Readonly<{
  url: string
  setFault(fault: Fault): void
  /** Undefined: true answers again. */
  setLie(lie: Lie | undefined): void
  stop(): Promise<void>
}>

const ROOT = '/v2/secret-key'

/** Starts a proxy between an adapter and a Horizon that fails or lies as providers do. */
export async function startHorizonProxy(target: string): Promise<HorizonProxy> {
  let fault: Fault = 'none'
  let lie: Lie | undefined
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    if (fault === 'silence') return
    if (fault === 'error_500') {
      response.writeHead(500).end('upstream is ill')
      return
    }
    if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>')
      return
    }
    if (fault === 'refuses_all') {
      say(response, 429, problem('rate_limit_exceeded', 'Rate Limit Exceeded', 429))
      return
    }
    if (fault === 'one_answer_missing') {
      say(response, 200, {})
      return
    }
    const path = (request.url ?? '').slice(ROOT.length) || '/'
    const { status, text } = await forward(target, request, path, body)
    if (lie !== undefined) {
      const told = lie(path, JSON.parse(text))
      say(response, told === undefined ? 404 : status, told ?? problem('not_found', 'Resource Missing', 404))
      return
    }
    const type = status < 300 ? 'application/hal+json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
    if (fault !== 'half_body') {
      response.end(text)
      return
    }
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${ROOT}`,
    setFault: (next) => {
      fault = next
    },
    setLie: (next) => {
      lie = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function problem(type: string, title: string, status: number): object {
  return { type: `https://stellar.org/horizon-errors/${type}`, title, status }
}

function say(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 300 ? 'application/hal+json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(JSON.stringify(body))
}

async function forward(
  target: string,
  request: IncomingMessage,
  path: string,
  body: string,
): Promise<Readonly<{ status: number; text: string }>> {
  const response = await fetch(`${target.replace(/\/+$/, '')}${path}`, {
    method: request.method ?? 'GET',
    ...(request.method === 'POST'
      ? { body, headers: { 'content-type': request.headers['content-type'] ?? '' } }
      : {}),
  })
  return { status: response.status, text: await response.text() }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
