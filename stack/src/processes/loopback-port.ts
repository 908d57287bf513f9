import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

// Below the range from which Linux takes the local ports of outgoing connections: a port found free here cannot be
// taken by somebody's client a moment later.
const FIRST = 20_000
const LAST = 32_000

const handedOut = new Set<number>()

/** A port on 127.0.0.1 that nobody listens on, never given twice by this process. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (!handedOut.has(port) && (await isPortFree(port))) {
      handedOut.add(port)
      return port
    }
  }
}

/** The preferred port, or a free one when somebody has it. */
export async function choosePort(preferred: number): Promise<number> {
  if (handedOut.has(preferred) || !(await isPortFree(preferred))) return findFreePort()
  handedOut.add(preferred)
  return preferred
}

/** For a part that may be told its port: a taken one is refused here, where the message can be clear. */
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
