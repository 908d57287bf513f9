import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { BadRequest } from './bad-request.ts'

export type Reply = Readonly<{ status: number; body: object }>

const MOST_BODY_BYTES = 1 << 20

/** Answers every request with JSON. `answer` must not throw. */
export function createJsonServer(answer: (request: IncomingMessage) => Promise<Reply>): Server {
  const server = createServer((request, response) => {
    const reply = async (): Promise<void> => {
      const { status, body } = await answer(request)
      const text = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    reply().catch(() => response.destroy())
  })
  // Whoever asks has a connection of its own and keeps it.
  server.keepAliveTimeout = 60_000
  server.requestTimeout = 30_000
  return server
}

/** In the same time for every wrong token. */
export function showsToken(request: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new BadRequest('it is no JSON')
  }
}

/** By its events: to iterate over it costs more than all the rest of a small request. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MOST_BODY_BYTES) chunks.push(chunk)
      else reject(new BadRequest('it is too large'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

export function readCount(url: URL, name: string, usual: number): number {
  const text = url.searchParams.get(name) ?? String(usual)
  if (!/^[0-9]{1,12}$/.test(text)) throw new BadRequest(`${name} is no whole number`)
  return Number(text)
}
