import Fastify from 'fastify'
import { pino } from 'pino'

// What the read bench compares us with: the same framework, logger and bytes, and nothing else. No key is asked for,
// nothing is counted, limited or written down.
const { PORT, REPLY_BODY, REPLY_HEADERS } = process.env
const headers = JSON.parse(REPLY_HEADERS ?? '') as Record<string, string>
const body = REPLY_BODY ?? ''

const app = Fastify({
  loggerInstance: pino({ name: 'bare' }, pino.destination({ sync: false })),
  disableRequestLogging: true,
})
app.get('/', (_request, reply) => {
  reply.headers(headers).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
