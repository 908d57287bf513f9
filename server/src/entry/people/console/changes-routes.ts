import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Marks } from '../../../flows/console/changes-store.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { wordReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { isStillSignedIn } from '../people-gate.ts'
import { readChangesOperation } from './changes-operations.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

const ChangesQuery = closedObject({
  follow: Type.Optional(wordReply(['yes', 'no'], 'no: answer once and end.')),
})

/** A sign of life, so that a page can tell an old screen from a quiet one. */
const SAY_EVERY_MS = 5_000
/** After it the browser connects again, and its session is checked again. */
const LONGEST_MS = 60_000

/** Tells a page which parts of the console changed. The page then reads these parts again. */
export function readChangesRoute(app: FastifyInstance, { changes, clock, gate }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof ChangesQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/changes`,
    config: { person: 'records.read', operation: readChangesOperation },
    schema: { params: ConsoleParams, querystring: ChangesQuery },
    handler: async (request, reply) => {
      const { mode } = request.params
      let marks = await changes.read(mode)
      const stream = new PassThrough()
      const say = () => stream.write(formatMarks(marks, clock.now()))
      stream.write('retry: 1000\n\n')
      say()
      if (request.query.follow === 'no') stream.end()
      else {
        const timer = setInterval(() => {
          say()
          // Somebody whose access ended must not go on watching.
          void isStillSignedIn(gate, request).then((isOpen) => isOpen || stream.end())
        }, SAY_EVERY_MS)
        const leave = changes.listen({
          mode,
          tell: (now) => {
            marks = now
            say()
          },
          end: () => stream.end(),
        })
        const longest = setTimeout(() => stream.end(), LONGEST_MS)
        stream.on('close', () => {
          clearInterval(timer)
          clearTimeout(longest)
          leave()
        })
      }
      // A proxy that collected the stream would deliver nothing for a minute.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
    },
  })
}

function formatMarks(marks: Marks, at: Date): string {
  return `event: marks\ndata: ${JSON.stringify({ at: at.toISOString(), ...marks })}\n\n`
}
