// A webhook receiver that passes `afara certify`. It checks the signature of the raw body, handles every event once and in order, and
// reports its state. A real receiver keeps its state and the inbox in the same database.
//
//   AFARA_WEBHOOK_SECRET=$(afara listen --print-secret) node receiver.ts
import { createServer, type IncomingMessage } from 'node:http'
import {
  createEventInbox,
  createMemoryInboxStore,
  isTransactionEvent,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from '@afara/sdk'

const secret = process.env['AFARA_WEBHOOK_SECRET'] ?? ''
const port = Number(process.env['PORT'] ?? 3000)

const orders = new Map<string, { status: string; settled: number }>()

const inbox = createEventInbox({
  store: createMemoryInboxStore(),
  handle: (event: WebhookEvent) => {
    if (!isTransactionEvent(event)) return
    const { transaction_id: id, status } = event.data.transaction
    const order = orders.get(id) ?? { status, settled: 0 }
    // A real receiver credits its customer here, or ships the order.
    const settled = status === 'completed' ? order.settled + 1 : order.settled
    orders.set(id, { status, settled })
  },
})

const server = createServer((request, response) => {
  const answer = (code: number, body: object) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const work =
    request.method === 'POST' ? takeWebhook(request) : Promise.resolve(tellState(request.url ?? ''))
  work.then(
    ({ code, body }) => answer(code, body),
    (error: unknown) =>
      error instanceof WebhookError ? answer(400, { code: error.code }) : answer(500, { code: 'internal' }),
  )
})

async function takeWebhook(request: IncomingMessage): Promise<{ code: number; body: object }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const event = await verifyWebhook({ payload: Buffer.concat(chunks), headers: request.headers, secret })
  const { outcome } = await inbox.receive(event)
  return { code: 200, body: { outcome } }
}

/** GET /state/txn_… */
function tellState(path: string): { code: number; body: object } {
  const order = orders.get(path.split('/').at(-1) ?? '')
  return order === undefined ? { code: 404, body: {} } : { code: 200, body: order }
}

server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  const found = typeof address === 'object' && address !== null ? address.port : port
  console.log(`listening on http://127.0.0.1:${found}/webhooks`)
})
