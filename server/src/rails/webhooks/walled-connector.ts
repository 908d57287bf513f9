import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import type { AddressWall } from './address-walls.ts'
import { SendFailure } from './send-failure.ts'

const CONNECT_DEADLINE_MS = 5_000

type Place = Readonly<{ hostname: string; port: number; isTls: boolean }>

/**
 * Opens connections only to addresses that the wall allows. It connects TCP first and then starts TLS on that socket, because Node checks
 * its block list only for plain sockets. A TLS socket that connected by itself would bypass the wall.
 */
export function createWalledConnector(wall: AddressWall, lookUp: LookUp): buildConnector.connector {
  return (options, callback) => {
    const isTls = options.protocol === 'https:'
    const port = Number(options.port) || (isTls ? 443 : 80)
    void handOver({ hostname: options.hostname, port, isTls }, wall, lookUp, callback)
  }
}

async function handOver(
  place: Place,
  wall: AddressWall,
  lookUp: LookUp,
  callback: buildConnector.Callback,
): Promise<void> {
  let socket: Socket
  try {
    socket = await openConnection(place, wall, lookUp)
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null)
    return
  }
  callback(null, socket)
}

async function openConnection(place: Place, wall: AddressWall, lookUp: LookUp): Promise<Socket> {
  const { promise, reject } = Promise.withResolvers<never>()
  let open: Socket | undefined
  const timer = setTimeout(() => {
    const failure = new SendFailure('too_slow', `no connection within ${CONNECT_DEADLINE_MS / 1000} s`)
    open?.destroy(failure)
    reject(failure)
  }, CONNECT_DEADLINE_MS)
  try {
    const addresses =
      isIP(place.hostname) === 0 ? await Promise.race([resolveHost(place, wall, lookUp), promise]) : []
    const plain = connectPlain({
      host: place.hostname,
      port: place.port,
      // The name is not resolved a second time, so the connection goes to the addresses that were checked.
      lookup: resolveTo(addresses),
      autoSelectFamily: true,
      blockList: wall.blockList,
      noDelay: true,
    })
    open = plain
    await Promise.race([awaitEvent(plain, 'connect'), promise])
    requireAllowed(plain, wall)
    if (!place.isTls) return plain
    const secured = connectTls({
      socket: plain,
      ...(isIP(place.hostname) === 0 ? { servername: place.hostname } : { host: place.hostname }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Set explicitly, because an environment variable could turn it off.
      rejectUnauthorized: true,
    })
    open = secured
    await Promise.race([awaitEvent(secured, 'secureConnect'), promise])
    return secured
  } catch (error) {
    open?.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    // The race may already be decided. Without this handler, a later rejection would be unhandled and end the process.
    promise.catch(() => {})
  }
}

/** Resolves a host name. `localhost` needs no lookup, and the wall still decides whether its addresses are allowed. */
async function resolveHost(place: Place, wall: AddressWall, lookUp: LookUp): Promise<LookupAddress[]> {
  if (place.hostname !== 'localhost') return lookUp(place.hostname, wall)
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
}

function resolveTo(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0]
    if (first === undefined) callback(new SendFailure('no_answer', 'the name does not resolve'), '')
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
}

function requireAllowed(socket: Socket, wall: AddressWall): void {
  if (socket.remoteAddress === undefined || wall.refuses(socket.remoteAddress))
    throw new SendFailure('refused_address', 'the name resolves to an address that is not public')
}

async function awaitEvent(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(error)
    const closed = () =>
      reject(new SendFailure('no_answer', 'the connection was closed before it was established'))
    socket.once('error', failed).once('close', closed)
    socket.once(event, () => {
      socket.removeListener('error', failed).removeListener('close', closed)
      resolve()
    })
  })
}

const MAX_ADDRESSES_PER_NAME = 6

type LookUp = (hostname: string, wall: AddressWall) => Promise<LookupAddress[]>

/**
 * Resolves names. If the wall refuses one address of a name, the whole name is refused, because no honest name mixes public and private
 * addresses. It queries the name servers directly: the operating system's resolver blocks one of four threads while a hostile name server
 * is silent, and also reads /etc/hosts.
 */
export function createLookUp(): LookUp {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  return async (hostname, wall) => {
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(orNone),
      resolver.resolve6(hostname).catch(orNone),
    ])
    if ([...four, ...six].some((address) => wall.refuses(address)))
      throw new SendFailure('refused_address', 'the name resolves to an address that is not public')
    const found = [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ]
    if (found.length === 0) throw new SendFailure('no_answer', 'the name does not resolve')
    return found.slice(0, MAX_ADDRESSES_PER_NAME)
  }
}

/**
 * Treats a failed lookup as no addresses, because a name may have addresses of one family only. If the name server was silent, the webhook
 * is retried later anyway.
 */
function orNone(): string[] {
  return []
}
