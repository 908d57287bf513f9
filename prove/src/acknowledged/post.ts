import { Agent, request } from 'node:http'
import { bodyOf, type Intent } from './intent.ts'

export type Reply = Readonly<{ status: number; isReplay: boolean; text: string }>

export type Line = Readonly<{
  /** Rejects if the connection broke or no reply came in time. The outcome is then unknown. */
  post(url: string, intent: Intent, spelling: number, amountMinor?: bigint): Promise<Reply>
  /** Number of requests without a reply so far. */
  underWay(): number
  close(): void
}>

const ANSWERED_WITHIN_MS = 30_000
const paths = { buy: '/transactions/v1/onramp', sell: '/transactions/v1/offramp' } as const

/** Opens keep-alive connections to the API processes. */
export function openLine(): Line {
  const agent = new Agent({ keepAlive: true })
  let underWay = 0
  return {
    post: async (url, intent, spelling, amountMinor) => {
      underWay += 1
      try {
        return await exchange(
          agent,
          new URL(paths[intent.kind], url),
          intent,
          bodyOf(intent, spelling, amountMinor),
        )
      } finally {
        underWay -= 1
      }
    },
    underWay: () => underWay,
    close: () => agent.destroy(),
  }
}

async function exchange(
  agent: Agent,
  url: URL,
  { party, idempotencyKey }: Intent,
  body: string,
): Promise<Reply> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'svc-sec-key': party.key,
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { agent, method: 'POST', headers, timeout: ANSWERED_WITHIN_MS },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            isReplay: incoming.headers['idempotent-replayed'] === 'true',
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
