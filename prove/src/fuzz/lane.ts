import type { Listener } from './document/operation.ts'
import type { Exchange } from './exchange.ts'
import { type Connection, openConnection, type Received } from './wire/connection.ts'

/** Sends one exchange after the other like one caller, over a connection that stays open as long as possible. */
export type Lane = Readonly<{
  send(exchange: Exchange): Promise<Received>
  close(): void
}>

export type Ports = Readonly<Record<Listener, number>>

const DEADLINE_MS = 15_000
const OWN_ADDRESS = '127.0.0.1'

/** Creates a lane. `nextAddress` returns an unused address of this machine. */
export function createLane(ports: Ports, nextAddress: () => string): Lane {
  const kept = new Map<Listener, Connection>()

  const keptConnection = (listener: Listener): Connection => {
    const open = kept.get(listener)
    if (open?.isOpen() === true) return open
    open?.destroy()
    const connection = openConnection({ port: ports[listener], from: OWN_ADDRESS })
    kept.set(listener, connection)
    return connection
  }

  return {
    send: async ({ listener, pieces, asked, hangUp, isAlone, address }) => {
      const isOwn = isAlone === true
      const connection = isOwn
        ? openConnection({ port: ports[listener], from: address ?? nextAddress() })
        : keptConnection(listener)
      const methods = asked.map(({ method }) => method)
      const received = await connection.exchange({ pieces, methods, hangUp }, DEADLINE_MS)
      if (isOwn) connection.destroy()
      return received
    },
    close: () => kept.forEach((connection) => connection.destroy()),
  }
}

/** Returns 127.1.1.2, 127.1.1.3 and so on. All of 127.0.0.0/8 belongs to this machine. */
export function createAddresses(): () => string {
  let number = 0
  return () => {
    number = (number + 1) % (250 * 250 * 250)
    const part = (size: number) => 1 + (Math.floor(number / size) % 250)
    return `127.${part(250 * 250)}.${part(250)}.${part(1)}`
  }
}
