import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, noteKnownCaller } from './limit-connections.ts'

const opened: Array<{ close(): unknown }> = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function listen(
  limits: { mostOfAddress?: number; most?: number; mostNewStrangers?: number },
  proxies: string[] = [],
) {
  const app = Fastify({ forceCloseConnections: true })
  limitConnections(app, proxies, limits)
  app.get('/', async (request) => {
    noteKnownCaller(request.raw.socket)
    return 'known'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  opened.push(app)
  return (app.server.address() as AddressInfo).port
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  socket.resume()
  opened.push({ close: () => socket.destroy() })
  await once(socket, 'connect')
  return socket
}

async function isOpen(socket: Socket): Promise<boolean> {
  await sleep(50)
  return !socket.destroyed && !socket.readableEnded
}

test('one address has a bounded number of connections, and another address has its own', async () => {
  const port = await listen({ mostOfAddress: 2 })
  const [first, second] = [await open(port), await open(port)]
  expect(await isOpen(await open(port))).toBe(false)
  expect(await isOpen(await open(port, '127.0.0.2'))).toBe(true)
  expect([await isOpen(first), await isOpen(second)]).toEqual([true, true])
  first.destroy()
  await sleep(50)
  expect(await isOpen(await open(port))).toBe(true)
})

test('a proxy of ours may open any number', async () => {
  const port = await listen({ mostOfAddress: 1 }, ['127.0.0.0/8'])
  expect([await isOpen(await open(port)), await isOpen(await open(port))]).toEqual([true, true])
})

test('when there is no room, the oldest connection without a key makes room, and never one with a key', async () => {
  const port = await listen({ most: 2 })
  const known = await open(port)
  known.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(known, 'data')
  const stranger = await open(port)
  const next = await open(port)
  expect([await isOpen(known), await isOpen(stranger), await isOpen(next)]).toEqual([true, false, true])
})

test('when strangers open connections too fast, further ones are closed, and an address that sent a key connects as before', async () => {
  const port = await listen({ mostNewStrangers: 3 })
  const known = await open(port, '127.0.0.9')
  known.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(known, 'data')
  const strangers = [await open(port), await open(port, '127.0.0.2'), await open(port, '127.0.0.3')]
  expect(await Promise.all(strangers.map(isOpen))).toEqual([true, true, false])
  expect(await isOpen(await open(port, '127.0.0.9'))).toBe(true)
})
