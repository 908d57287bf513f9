import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { verifyWebhook } from '@afara/sdk'

/** The receiver of cli/examples, as an integrator starts it. */
export async function startSampleReceiver(secret: string) {
  const script = resolve(import.meta.dirname, '../examples/receiver.ts')
  const child = spawn(process.execPath, ['--conditions=afara-source', script], {
    env: { ...process.env, PORT: '0', AFARA_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [, place] = /listening on (http:\S+)/.exec(chunk.toString('utf8')) ?? []
      if (place !== undefined) found(place)
    })
    child.once('exit', (code) => failed(new Error(`the sample receiver ended with ${code}`)))
  })
  return { url, stateUrl: `${new URL(url).origin}/state/{transaction_id}`, stop: () => child.kill() }
}

export type Faults = Readonly<{
  /** Accepts everything. */
  checksNothing?: boolean
  /** Processes an event each time it arrives. */
  countsTwice?: boolean
  /** Uses the last event that arrived, whatever its sequence. */
  movesBack?: boolean
  /** Answers 503 to the first attempt at each event. */
  failsFirst?: boolean
  /** Answers 409 to an event that it has seen before. */
  refusesRepeats?: boolean
}>

type Event = {
  id: string
  sequence: number
  data: { transaction: { transaction_id: string; status: string } }
}

/** A typical receiver, with one fault or none. */
export async function startReceiver(secret: string, faults: Faults = {}) {
  const seen = new Set<string>()
  const tried = new Set<string>()
  const known = new Map<string, { status: string; sequence: number; settled: number }>()
  const posts: { id: string; body: string }[] = []

  const take = async (request: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const payload = Buffer.concat(chunks).toString('utf8')
    let event: Event
    try {
      if (faults.checksNothing !== true) await verifyWebhook({ payload, headers: request.headers, secret })
      event = JSON.parse(payload) as Event
    } catch {
      return 400
    }
    posts.push({ id: event.id, body: payload })
    if (faults.failsFirst === true && !tried.has(event.id)) {
      tried.add(event.id)
      return 503
    }
    const isRepeat = seen.has(event.id)
    seen.add(event.id)
    if (isRepeat && faults.refusesRepeats === true) return 409
    if (isRepeat && faults.countsTwice !== true) return 200
    const { transaction_id: id, status } = event.data.transaction
    const before = known.get(id) ?? { status, sequence: 0, settled: 0 }
    const isNewer = event.sequence > before.sequence || faults.movesBack === true
    known.set(id, {
      status: isNewer ? status : before.status,
      sequence: isNewer ? event.sequence : before.sequence,
      settled: before.settled + (status === 'completed' ? 1 : 0),
    })
    return 200
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      take(request).then(
        (code) => response.writeHead(code).end(),
        () => response.destroy(),
      )
      return
    }
    const state = known.get(request.url?.split('/').at(-1) ?? '')
    response.writeHead(state === undefined ? 404 : 200).end(JSON.stringify(state ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    stateUrl: `http://127.0.0.1:${port}/state/{transaction_id}`,
    posts,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
