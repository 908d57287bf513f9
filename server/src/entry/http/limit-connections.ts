import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { compileNetworks } from '../../records/keys/ip-list.ts'

/** Most open connections of one address, and of all addresses together, to one listener. */
const MOST_OF_ADDRESS = 500
const MOST = 8_000

/** The strangers of the listener that a connection belongs to. */
const strangersWith = new WeakMap<Socket, Set<Socket>>()

/**
 * Bounds the connections of a listener. A proxy of ours may open any number, because many callers share it. When there is no room left, the
 * oldest connection that never carried a valid key makes room: callers with a key are not cut off by callers without one.
 */
export function limitConnections(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  { mostOfAddress = MOST_OF_ADDRESS, most = MOST } = {},
): void {
  const proxies = trustedProxies.length === 0 ? undefined : compileNetworks(trustedProxies)
  const counts = new Map<string, number>()
  const strangers = new Set<Socket>()
  let open = 0
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = counts.get(address) ?? 0
    if (count >= mostOfAddress && proxies?.allow(address) !== true) {
      socket.destroy()
      return
    }
    if (open >= most) {
      const [oldest] = strangers
      if (oldest === undefined) {
        socket.destroy()
        return
      }
      strangers.delete(oldest)
      oldest.destroy()
    }
    open += 1
    counts.set(address, count + 1)
    strangers.add(socket)
    strangersWith.set(socket, strangers)
    socket.once('close', () => {
      open -= 1
      strangers.delete(socket)
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}

/** A valid key came over this connection. */
export function noteKnownCaller(socket: Socket): void {
  strangersWith.get(socket)?.delete(socket)
}
