import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a part and those who call it. */
export type Link = Readonly<{
  port: number
  /** From now on nothing passes and nobody is told, as when a cable is pulled. */
  cut(): void
  /** Connections from before the cut are broken. */
  mend(): void
  stop(): void
}>

/** Opens a port on 127.0.0.1 that leads to another one. */
export async function openLink(to: number): Promise<Link> {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const there = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(one)
      one.on('data', (data) => isCut || other.write(data))
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        if (!isCut) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    mend: () => {
      breakAll()
      isCut = false
    },
    stop: () => {
      server.close()
      breakAll()
    },
  }
}
