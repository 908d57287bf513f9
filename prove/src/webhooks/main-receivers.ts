import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { digestBody } from './digest-event.ts'
import type { Receipt } from './receipt.ts'
import type { ReceiverKind } from './receiver-kind.ts'

/**
 * Simulates the servers of the businesses in one process. Each is a path, and knows only its secret and the requests that it receives. All
 * accept everything until they are told to behave as their kind.
 */
const secrets = new Map<string, Buffer>()
const receipts: Receipt[] = []
const seen = new Set<string>()
let isHealed = false
let isWell = true

const server = createServer((request, response) => {
  response.on('error', () => {})
  void serve(request, response).catch(() => response.destroy())
})
server.keepAliveTimeout = 10_000
server.listen(Number(process.argv[2]), '127.0.0.1')

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, first = '', second = ''] = (request.url ?? '').split('/')
  const body = await text(request)
  if (first === 'desk') return desk(second, body, response)
  const place = request.url ?? ''
  const eventId = String(request.headers['webhook-id'])
  const status = answer(first as ReceiverKind, `${place} ${eventId}`, response)
  const isSigned = isOurs(place, request.headers, body)
  receipts.push({ at: Date.now(), place, eventId, status, isSigned, digest: digestBody(body) })
}

/** Handles the proof's own requests to this process. */
function desk(wish: string, body: string, response: ServerResponse): void {
  if (wish === 'secrets')
    for (const [place, secret] of Object.entries(JSON.parse(body) as Record<string, string>))
      secrets.set(place, Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  if (wish === 'heal') isHealed = true
  if (wish === 'sicken') isWell = false
  response.end(JSON.stringify(wish === 'log' ? receipts : {}))
}

/** Returns the status that was sent, or 0 for no valid reply. */
function answer(kind: ReceiverKind, what: string, response: ServerResponse): number {
  if (isWell) return end(response, 204)
  const { socket } = response
  switch (kind) {
    case 'hung':
      return 0
    case 'dripping': {
      socket?.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket?.write('a: b\r\n'), 500)
      socket?.once('close', () => clearInterval(drip))
      return 0
    }
    case 'huge':
      socket?.end(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`)
      return 0
    case 'garbage':
      socket?.end('\u0000\u0001\u0002 220 mail ESMTP\r\n')
      return 0
    case 'endless': {
      response.writeHead(200)
      const flood = setInterval(() => response.write('x'.repeat(8_192)), 20)
      response.once('close', () => clearInterval(flood))
      return 200
    }
    case 'resetting':
      if (isHealed) return end(response, 204)
      socket?.resetAndDestroy()
      return 0
    case 'broken':
      return end(response, isHealed ? 204 : 500)
    case 'flaky': {
      const isFirst = !seen.has(what)
      seen.add(what)
      return end(response, isFirst ? 503 : 204)
    }
    default:
      return end(response, 204)
  }
}

function end(response: ServerResponse, status: number): number {
  response.writeHead(status).end(status === 204 ? undefined : 'not now')
  return status
}

/** Verifies the signature by the Standard Webhooks specification, without our own code. */
function isOurs(place: string, headers: IncomingHttpHeaders, body: string): boolean {
  const secret = secrets.get(place)
  if (secret === undefined) return false
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const wanted = createHmac('sha256', secret).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    })
}
