import { randomUUID } from 'node:crypto'
import { createLogStream } from '@afara/server/entry/http/request-log.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { pino } from 'pino'

/** The base of bare routes: the same framework as ours, and an id and a line in the same kind of log for each request. Nothing else. */
export function createBareApp(): FastifyInstance {
  const log = createLogStream(pino.destination({ sync: false }))
  const loggerInstance: FastifyBaseLogger = pino({ name: 'bare' }, log)
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  })
  app.addHook('onResponse', (request, reply, done) => {
    log.write(
      `{"level":30,"time":${Date.now()},"name":"bare","request_id":"${request.id}","method":"${request.method}","route":"/","status":${reply.statusCode},"ms":${reply.elapsedTime},"msg":"request"}\n`,
    )
    done()
  })
  return app
}
