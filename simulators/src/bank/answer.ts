import type { FastifyReply } from 'fastify'
import { type Face, type FaultName, transportFaults } from './faults/catalogue.ts'
import type { Occasion } from './faults/fault-rules.ts'
import type { SimulatedBank } from './simulated-bank.ts'

const HUGE_BYTES = 8 * 1024 * 1024
const DRIBBLE_MS = 200

/** The vendor's answer without transport faults. */
export type Answer = Readonly<{ status: number; body: unknown }>

type Asked = Readonly<{ face: Face; on: Occasion }>

/** Sends the answer, unless a transport fault applies. */
export function answer(
  bank: SimulatedBank,
  reply: FastifyReply,
  { face, on }: Asked,
  right: Answer,
): FastifyReply {
  const text = JSON.stringify(right.body)
  for (const kind of transportFaults) {
    const fault: FaultName = `${face}_${kind}`
    if (bank.rules.isSet(fault) && bank.rules.strikes(fault, on) !== undefined) {
      spoil[kind](reply, text)
      return reply
    }
  }
  if (face === 'feed' && bank.rules.strikes('feed_down', on) !== undefined) {
    return reply
      .code(503)
      .type('text/plain')
      .send('upstream connect error or disconnect/reset before headers')
  }
  return reply.code(right.status).type('application/json').send(text)
}

/** Transport faults of an answer. */
export const spoil: Readonly<
  Record<(typeof transportFaults)[number], (reply: FastifyReply, text: string) => void>
> = {
  // The socket closes when the caller or the simulator ends.
  timeout: (reply) => {
    reply.hijack()
  },
  reset: (reply) => {
    reply.hijack()
    reply.raw.socket?.resetAndDestroy()
  },
  502: (reply) => {
    void reply.code(502).type('text/html').send('<html><head><title>502 Bad Gateway</title></head></html>')
  },
  html: (reply) => {
    void reply.code(200).type('text/html').send('<!doctype html><title>Scheduled maintenance</title>')
  },
  half_json: (reply, text) => {
    reply.hijack()
    const bytes = Buffer.from(text)
    reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
    reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.destroy())
  },
  huge: (reply) => {
    void reply
      .code(200)
      .type('application/json')
      .send(JSON.stringify({ padding: 'x'.repeat(HUGE_BYTES) }))
  },
  dribble: (reply, text) => {
    reply.hijack()
    const bytes = Buffer.from(text)
    reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
    let sent = 0
    const timer = setInterval(() => {
      reply.raw.write(bytes.subarray(sent, sent + 1))
      sent += 1
      if (sent === bytes.length) reply.raw.end()
    }, DRIBBLE_MS)
    reply.raw.once('close', () => clearInterval(timer))
  },
  429: (reply) => {
    void reply
      .code(429)
      .headers({ 'retry-after': '60', 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' })
      .type('application/json')
      .send({ status: false, message: 'Too many requests', code: 'rate_limited' })
  },
}
