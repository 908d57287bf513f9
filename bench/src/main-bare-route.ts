import { randomUUID } from 'node:crypto'
import { createLogStream } from '@afara/server/entry/http/request-log-stream.ts'
import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'

// What the read bench compares us with: the same framework, the same bytes, an id and a line in the same kind of log for
// each request. No key is asked for, nothing is counted or limited.
const { PORT, REPLY_BODY, REPLY_HEADERS } = process.env
const headers = JSON.parse(REPLY_HEADERS ?? '') as Record<string, string>
const body = REPLY_BODY ?? ''

const log = createLogStream(pino.destination({ sync: false }))
const app = Fastify({
  loggerInstance: pino({ name: 'bare' }, log),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
})
app.addHook('onResponse', (request, reply, done) => {
  log.write(
    `{"level":30,"time":${Date.now()},"name":"bare","request_id":"${request.id}","method":"${request.method}","route":"/","status":${reply.statusCode},"ms":${reply.elapsedTime},"msg":"request"}\n`,
  )
  done()
})
app.get('/', (request, reply) => {
  reply.headers(headers).header('x-request-id', request.id).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
