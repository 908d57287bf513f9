import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { readExactJson } from './exact-json.ts'

export type Answer = Readonly<{
  /** The request, for the report of a failure. */
  asked: string
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body with every number as its digits, or undefined if it is not JSON. */
  json: unknown
}>

export type Asking = Readonly<{
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer | undefined
  /** Local address to call from. All of 127.0.0.0/8 belong to this machine. */
  from?: string | undefined
}>

export type Caller = Readonly<{
  url: string
  ask(path: string, asking?: Asking): Promise<Answer>
  close(): void
}>

const ANSWERED_WITHIN_MS = 30_000

/** Creates an HTTP client over a real socket that adds nothing to the request. */
export function createCaller(url: string, onAnswer: (answer: Answer) => void): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return {
    url,
    ask: async (path, asking = {}) => {
      const answer = await exchange(agent, url, path, asking)
      onAnswer(answer)
      return answer
    },
    close: () => agent.destroy(),
  }
}

async function exchange(agent: Agent, url: string, path: string, asking: Asking): Promise<Answer> {
  const { method = 'GET', headers = {}, body, from } = asking
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, path, method, headers, localAddress: from, timeout: ANSWERED_WITHIN_MS },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            asked: `${method} ${path} ${String(body ?? '').slice(0, 600)}`.trimEnd(),
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: readExactJson(text),
          })
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
