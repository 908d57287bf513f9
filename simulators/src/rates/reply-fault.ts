import type { FastifyReply } from 'fastify'
import type { RateFault } from './rate-fault.ts'

/**
 * Sends transport faults, which are the same for all vendors. Returns whether it answered the request. `body` is the answer without a
 * fault.
 */
export function replyFault(reply: FastifyReply, fault: RateFault, body: string): boolean {
  switch (fault) {
    case 'timeout':
      // Accepted and never answered. The socket closes when the caller or the simulator ends.
      reply.hijack()
      return true
    case 'error_500':
      void reply.code(500).send({ status: 'error', message: 'internal_error' })
      return true
    case 'too_many_requests':
      void reply.code(429).header('retry-after', '60').send({ status: 'error', message: 'not_allowed' })
      return true
    case 'html':
      void reply.type('text/html').send('<!doctype html><title>We will be back soon</title>')
      return true
    case 'huge':
      void reply.type('application/json').send(`{"padding":"${'x'.repeat(1024 * 1024)}"}`)
      return true
    case 'not_utf8':
      void reply.type('application/json').send(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))
      return true
    case 'binary':
      void reply.type('application/json').send(Buffer.from('\0\u001b[2J\0'))
      return true
    case 'half_body':
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      reply.raw.write(body.slice(0, body.length / 2), () => reply.raw.destroy())
      return true
    default:
      return false
  }
}
