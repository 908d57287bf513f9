import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'

/** Pages that are being made at a time, and that wait for it. A page takes milliseconds: with more waiting, a person would give up. */
const MOST_AT_ONCE = 16
const MOST_WAITING = 200
const RETRY_SECONDS = 5

/** Has pages wait for requests with a key, and bounds how many pages are made at a time. */
export type PageTurns = Readonly<{
  /** Waits for the turn of this request. */
  begin: preValidationHookHandler
  /** The page is made, however fast its reader takes it, or it waits for another company. May be repeated. */
  end(request: FastifyRequest): void
}>

/**
 * Anyone may ask for pages, from any number of addresses. So at most one page begins in a turn of the event loop, after the requests with a
 * key that have arrived, and few pages use the database at a time. When many wait, further ones are refused at once.
 */
export function createPageTurns({ mostAtOnce = MOST_AT_ONCE, mostWaiting = MOST_WAITING } = {}): PageTurns {
  const line: Array<() => void> = []
  const running = new WeakSet<FastifyRequest>()
  let count = 0
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || count >= mostAtOnce || line.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      line.shift()?.()
      schedule()
    })
  }

  return {
    begin: (request, reply, done) => {
      if (line.length >= mostWaiting) {
        done(refuse(reply))
        return
      }
      line.push(() => {
        count += 1
        running.add(request)
        // Nobody reads the page of a connection that was closed meanwhile.
        done(request.socket.destroyed ? refuse(reply) : undefined)
      })
      schedule()
    },
    end: (request) => {
      if (!running.delete(request)) return
      count -= 1
      schedule()
    },
  }
}

function refuse(reply: FastifyReply): Refusal {
  reply.header('retry-after', RETRY_SECONDS)
  return new Refusal('rate_limited', 'Too many pages are waiting. Try again in a few seconds.')
}
