import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../../kernel/clock/clock.ts'
import { compileNetworks } from '../../records/keys/ip-list.ts'
import { createFailureLimiter } from './failure-limiter.ts'

/** Most open connections of one address, and of all addresses together, to one listener. */
const MOST_OF_ADDRESS = 500
const MOST = 8_000
/** Most new connections in ten seconds from strangers, all together. One costs more than most requests over it. */
const MOST_NEW_STRANGERS = 1_000
const MOST_KNOWN_ADDRESSES = 20_000

/** Called once when a valid key came over a connection. */
const onKnown = new WeakMap<Socket, () => void>()

/**
 * Bounds the connections of a listener. A stranger is an address that never sent a valid key. When strangers open connections faster than
 * we serve them, further ones are closed before anything is read, so that the connections of callers with a key do not wait behind them.
 * When there is no room left, the oldest connection without a valid key makes room. A proxy of ours may open any number, because many callers share it.
 */
export function limitConnections(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  {
    mostOfAddress = MOST_OF_ADDRESS,
    most = MOST,
    mostNewStrangers = MOST_NEW_STRANGERS,
    clock = systemClock,
  } = {},
): void {
  const proxies = trustedProxies.length === 0 ? undefined : compileNetworks(trustedProxies)
  const counts = new Map<string, number>()
  const withoutKey = new Set<Socket>()
  const knownAddresses = new Set<string>()
  const newStrangers = createFailureLimiter({ clock })
  let open = 0

  const mayConnect = (address: string, count: number): boolean => {
    const isStranger = !knownAddresses.has(address)
    const isTooMany = count >= mostOfAddress || (isStranger && newStrangers.total() >= mostNewStrangers)
    if (isTooMany && proxies?.allow(address) !== true) return false
    if (isStranger) newStrangers.count(address)
    return open < most || makeRoom()
  }

  const makeRoom = (): boolean => {
    const [oldest] = withoutKey
    if (oldest === undefined) return false
    withoutKey.delete(oldest)
    oldest.destroy()
    return true
  }

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = counts.get(address) ?? 0
    if (!mayConnect(address, count)) {
      socket.destroy()
      return
    }
    open += 1
    counts.set(address, count + 1)
    withoutKey.add(socket)
    onKnown.set(socket, () => {
      withoutKey.delete(socket)
      if (knownAddresses.size >= MOST_KNOWN_ADDRESSES) knownAddresses.clear()
      knownAddresses.add(address)
    })
    socket.once('close', () => {
      open -= 1
      withoutKey.delete(socket)
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}

/** A valid key came over this connection. */
export function noteKnownCaller(socket: Socket): void {
  onKnown.get(socket)?.()
  onKnown.delete(socket)
}
