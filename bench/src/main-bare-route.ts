import { createBareApp } from './bare-app.ts'

// The bare side of the read bench: the same framework, the same bytes, and an id and a line in the same kind of log for each request. It
// requires no key and counts or limits nothing.
const { PORT, REPLY_BODY, REPLY_HEADERS } = process.env
const headers = JSON.parse(REPLY_HEADERS ?? '') as Record<string, string>
const body = REPLY_BODY ?? ''

const app = createBareApp()
app.get('/', (request, reply) => {
  reply.headers(headers).header('x-request-id', request.id).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
