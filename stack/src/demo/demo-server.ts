import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { type ButtonName, buttonNames, type DemoState } from './demo-state.ts'

type Serving = Readonly<{
  port: number
  /** The built pages. */
  pages: string
  apiUrl: string
  testKey: string
  state(): DemoState
  press(name: ButtonName): void
}>

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Serves the page, its state, the buttons and, for the two panes that are real, the pay page and the business's own calls to the api. It
 * listens on this computer only, and refuses a request from another site: the buttons really kill and delete.
 */
export async function serveDemo(serving: Serving): Promise<Readonly<{ url: string; close(): void }>> {
  const server = createServer((request, reply) => {
    answer(serving, request, reply).catch((error: unknown) => {
      if (!reply.headersSent) reply.writeHead(502, { 'content-type': 'text/plain' })
      reply.end(error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(serving.port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${serving.port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(serving: Serving, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  if (!isFromHere(serving.port, request)) return end(reply, 403, 'Open the demo at its own address.')
  if (request.method === 'POST') return press(serving, pathname, reply)
  if (request.method !== 'GET') return end(reply, 405, 'Only GET and POST are allowed.')
  if (pathname === '/control/state') return sendJson(reply, serving.state())
  if (/^\/(pay|site)\//.test(pathname)) return passOn(`${serving.apiUrl}${pathname}${search}`, {}, reply)
  if (pathname.startsWith('/api/')) {
    const url = `${serving.apiUrl}${pathname.slice('/api'.length)}${search}`
    return passOn(url, { 'svc-sec-key': serving.testKey }, reply)
  }
  if (pathname === '/') {
    reply.writeHead(302, { location: '/demo/' })
    reply.end()
    return
  }
  return sendFile(serving, pathname, reply)
}

function isFromHere(port: number, { headers }: IncomingMessage): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? '')) return false
  const { origin } = headers
  return origin === undefined || hosts.some((host) => origin === `http://${host}`)
}

function press({ press: pressed }: Serving, pathname: string, reply: ServerResponse): void {
  const name = buttonNames.find((one) => pathname === `/control/press/${one}`)
  if (name === undefined)
    return end(reply, 404, `There is no such button. There are: ${buttonNames.join(', ')}.`)
  pressed(name)
  reply.writeHead(202, { 'content-type': 'application/json' })
  reply.end('{}')
}

/** The pay page forbids frames, rightly. Here the frame is our own page, so this one line of its policy changes. */
async function passOn(url: string, headers: Record<string, string>, reply: ServerResponse): Promise<void> {
  const answered = await fetch(url, { headers, signal: AbortSignal.timeout(15_000) })
  const policy = answered.headers.get('content-security-policy') ?? POLICY
  reply.writeHead(answered.status, {
    'content-type': answered.headers.get('content-type') ?? 'text/plain',
    'cache-control': 'no-store',
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  })
  reply.end(Buffer.from(await answered.arrayBuffer()))
}

function sendFile({ pages }: Serving, pathname: string, reply: ServerResponse): void {
  const wanted = join(pages, normalize(pathname))
  const file = existsSync(wanted) && statSync(wanted).isDirectory() ? join(wanted, 'index.html') : wanted
  const type = types[extname(file)]
  if (!file.startsWith(pages) || type === undefined || !existsSync(file))
    return end(reply, 404, 'There is no such page.')
  reply.writeHead(200, { ...HEADERS, 'content-type': type, 'cache-control': 'no-cache' })
  reply.end(readFileSync(file))
}

function sendJson(reply: ServerResponse, body: object): void {
  reply.writeHead(200, { ...HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' })
  reply.end(JSON.stringify(body))
}

function end(reply: ServerResponse, status: number, words: string): void {
  reply.writeHead(status, { 'content-type': 'text/plain' })
  reply.end(words)
}
