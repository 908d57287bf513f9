import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

// Below the range that Linux uses for the local ports of outgoing connections, so that no client can take a port that was found free.
const FIRST = 20_000
const LAST = 32_000

const handedOut = new Set<number>()

/** Returns a free port on 127.0.0.1. Never returns the same port twice in this process. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (!handedOut.has(port) && (await isPortFree(port))) {
      handedOut.add(port)
      return port
    }
  }
}

/** Returns the preferred port, or a free one if it is taken. */
export async function choosePort(preferred: number): Promise<number> {
  if (handedOut.has(preferred) || !(await isPortFree(preferred))) return findFreePort()
  handedOut.add(preferred)
  return preferred
}

/** For a part with an optional port. Refuses a taken port here, where the message can be clear. */
export async function claimPort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return findFreePort()
  if (await isPortFree(wanted)) return wanted
  throw new Error(`another program uses port ${wanted} on 127.0.0.1`)
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
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
