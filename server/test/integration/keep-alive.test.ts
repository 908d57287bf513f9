import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database)
const app = createApp(deps)

beforeAll(async () => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(async () => {
  await app.close()
  await deps.stop()
  await database.drop()
})

function open(): Socket {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1')
}

/** Sends one request on an open connection. Returns an empty text if the connection was closed without an answer. */
async function ask(socket: Socket): Promise<string> {
  if (socket.destroyed) return ''
  socket.write('GET /health HTTP/1.1\r\nhost: afara.test\r\n\r\n')
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
  return String(answer)
}

test('each answer says how long its connection may be reused', async () => {
  const socket = open()
  expect(await ask(socket)).toMatch(/\r\nkeep-alive: timeout=60\r\n/i)
  socket.destroy()
})

test('a caller that reuses a connection slightly later is still answered', async () => {
  app.server.keepAliveTimeout = 300
  const socket = open()
  socket.on('error', () => {})
  expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /)
  // The caller's machine is busy: its timer runs seconds late, so the caller still reuses the connection.
  await sleep(300 + 3_000)
  expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})
