import type { FastifyReply } from 'fastify'
import { sendProblem } from '../show/problem.ts'
import type { HorizonFault } from './horizon-fault.ts'

/** Sends a faulty answer instead of processing the request. Returns whether it did. */
export function replyInstead(reply: FastifyReply, fault: HorizonFault | undefined): boolean {
  switch (fault) {
    case 'error_500':
      void sendProblem(reply, 'server_error')
      return true
    case 'too_many_requests':
      void sendProblem(
        reply.header('x-ratelimit-remaining', '0').header('x-ratelimit-reset', '5'),
        'rate_limit_exceeded',
      )
      return true
    case 'html':
      void reply.type('text/html').send('<!doctype html><title>We will be back soon</title>')
      return true
    default:
      return false
  }
}

/** Sends a faulty answer after processing the request. Returns whether it did. */
export function replySpoiled(reply: FastifyReply, fault: HorizonFault | undefined, body: object): boolean {
  switch (fault) {
    case 'landed_then_504':
      void sendProblem(reply, 'timeout')
      return true
    case 'silence':
      // The socket closes when the caller or the simulator ends.
      reply.hijack()
      return true
    case 'half_body': {
      const text = JSON.stringify(body)
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'application/hal+json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      reply.raw.write(text.slice(0, text.length / 2), () => reply.raw.destroy())
      return true
    }
    default:
      return false
  }
}
