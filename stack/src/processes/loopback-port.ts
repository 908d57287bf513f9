import { randomInt } from 'node:crypto'
import { connect, createServer, type ListenOptions, type Server } from 'node:net'

// Below the range that Linux uses for the local ports of outgoing connections, so that no client can take a port that was found free.
const FIRST = 20_000
const LAST = 32_000
const reserved = new Set<number>()

/**
 * Returns a free port on 127.0.0.1. Never returns the same port twice, in this process or another: a part binds its port only some seconds
 * after we chose it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if ((await reserve(port)) && (await isPortFree(port))) return port
  }
}

/** Returns the preferred port, or a free one if it is taken. */
export async function choosePort(preferred: number): Promise<number> {
  return (await reserve(preferred)) && (await isPortFree(preferred)) ? preferred : findFreePort()
}

/** Returns false if a living process reserved this port. Linux ends a reservation with its process. */
async function reserve(port: number): Promise<boolean> {
  // Only Linux has abstract sockets. Elsewhere a port is reserved in this process alone.
  if (process.platform !== 'linux') return !reserved.has(port) && Boolean(reserved.add(port))
  // An abstract socket: it has no file, and its name is as unique as a port.
  return listens(createServer().unref(), { path: `\0afara-port-${port}` })
}

/** For a part with an optional port. Refuses a taken port here, where the message can be clear. */
export async function claimPort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return findFreePort()
  if (await isPortFree(wanted)) return wanted
  throw new Error(`another program uses port ${wanted} on 127.0.0.1`)
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  if (!(await listens(server, { host: '127.0.0.1', port }))) return false
  return new Promise((resolve) => server.close(() => resolve(true)))
}

async function listens(server: Server, at: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(at, () => resolve(true))
  })
}

export async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
