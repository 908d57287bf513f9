import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EventInbox, verifyWebhook, WebhookError } from '@afara/sdk'

type Settings = Readonly<{
  /** The secret of the endpoint; two during a rotation. */
  secrets: readonly string[]
  inbox: EventInbox
}>

const MOST_BYTES = 1_000_000

/** A listener for node:http: `createServer(receiveWebhook({ secrets, inbox }))`. */
export function receiveWebhook(settings: Settings) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    readRaw(request)
      .then((payload) => answerTo(settings, payload, request.headers))
      .catch(() => 500)
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy())
  }
}

type ExpressRequest = Readonly<{ body: Uint8Array; headers: IncomingMessage['headers'] }>
type ExpressResponse = Readonly<{ sendStatus(status: number): unknown }>

/** The same for Express. The body must stay raw: `app.post('/hooks', express.raw({ type: '*\/*' }), receiveInExpress(…))`. */
export function receiveInExpress(settings: Settings) {
  return async ({ body, headers }: ExpressRequest, response: ExpressResponse): Promise<void> => {
    response.sendStatus(await answerTo(settings, body, headers))
  }
}

/**
 * Returns 204 for a handled event, 400 for a message that is not from Afara, and 500 for a failure here, so that the event is sent again.
 */
async function answerTo(
  { secrets, inbox }: Settings,
  payload: Uint8Array,
  headers: IncomingMessage['headers'],
): Promise<number> {
  try {
    await inbox.receive(await verifyWebhook({ payload, headers, secrets }))
    return 204
  } catch (error) {
    return error instanceof WebhookError ? 400 : 500
  }
}

async function readRaw(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('The body is too large for an event.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
