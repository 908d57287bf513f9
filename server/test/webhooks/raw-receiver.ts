import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A receiver that answers with raw bytes. */
export type RawReceiver = Readonly<{
  port: number
  /** Every request that arrived completely or in part, as text. */
  requests: string[]
  connections(): number
  /** Number of connections that are still open. */
  open(): number
  close(): void
}>

/** Calls `answer` for every request. */
export async function startRawReceiver(
  answer: (socket: Socket, request: string) => void,
  tls?: TlsOptions,
): Promise<RawReceiver> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const greet = (socket: Socket): void => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      const request = chunk.toString('utf8')
      requests.push(request)
      answer(socket, request)
    })
  }
  const server: Server = tls === undefined ? createServer(greet) : createTlsServer(tls, greet)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
