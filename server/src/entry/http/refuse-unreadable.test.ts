import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createErrorReplies } from './error-replies.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'

const app = Fastify({
  clientErrorHandler: refuseUnreadable(createErrorReplies('https://afara.test')),
  requestTimeout: 300,
  http: { connectionsCheckingInterval: 100 },
})
beforeAll(async () => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(async () => app.close())

async function send(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

test.each([
  ['good morning\r\n\r\n', 'is not valid HTTP'],
  ['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 'is not valid HTTP'],
  [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'larger than 16 kB'],
])(
  'data that is not HTTP is refused in the usual error format, and the connection ends',
  async (bytes, because) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toContain('x-content-type-options: nosniff')
    const error = JSON.parse(body)
    expect(error).toMatchObject({ status: 'error', code: 'malformed', errors: [] })
    expect(error.message).toContain(because)
    expect(head).toContain(`x-request-id: ${error.request_id}`)
  },
)

test('a connection that sends nothing is closed without an answer, and one that sends a part gets one', async () => {
  expect(await send('')).toBe('')
  expect(await send('GET / HTTP/1.1\r\nhost: a')).toContain('did not arrive completely in time')
})
