import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { exchangeExactJson } from './json-bodies.ts'

/** Starts a service that echoes what it read. Returns all its responses to these bytes on one connection. */
async function answersTo(bytes: string): Promise<string> {
  const app = Fastify({ bodyLimit: 1_000 })
  exchangeExactJson(app)
  app.setErrorHandler(async (error: Error, _request, reply) =>
    reply.code(400).send({ refused: error.message }),
  )
  app.post('/', async ({ body }) => ({ read: body }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('"last"')) break
  }
  return text
}

const post = (body: string) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

test('a body that is not JSON is refused, and later requests on the connection are answered', async () => {
  const text = await answersTo([post('{'), post('[]'), post('{"a":1,"a":2}'), post('{"n":"last"}')].join(''))
  expect(text.match(/HTTP\/1\.1 400/g)).toHaveLength(3)
  expect(text).toContain('{"read":{"n":"last"}}')
  expect(text).not.toContain('connection: close')
})

test('a body that is too large ends the connection, because its remainder is not read', async () => {
  expect(await answersTo(post(`{"n":"${'x'.repeat(2_000)}"}`))).toContain('connection: close')
})
