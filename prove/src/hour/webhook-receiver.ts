import { createServer } from 'node:http'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { LiveStack } from '../live-stack.ts'

export type WebhookReceiver = Readonly<{
  /** Number of different events received. */
  count(): number
  stop(): Promise<void>
}>

/** Opens an endpoint of the business for every event. It accepts each delivery at once. */
export async function openWebhookReceiver({ apiUrl, testKey }: LiveStack): Promise<WebhookReceiver> {
  const received = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      received.add(String(request.headers['webhook-id']))
      response.end()
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const answer = await fetch(`${apiUrl}/webhooks/v1/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-sec-key': testKey },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }),
  })
  if (answer.status !== 200)
    throw new Error(`the endpoint was not created: ${answer.status} ${await answer.text()}`)
  return {
    count: () => received.size,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Counts the events of transactions. Each must reach the endpoint. */
export async function countEvents(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ events: number }>(
    'select count(*)::int as events from transaction_event',
  )
  return rows[0]?.events ?? Number.NaN
}
