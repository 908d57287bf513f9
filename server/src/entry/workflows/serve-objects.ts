import { once } from 'node:events'
import { createServer } from 'node:http2'
import { createEndpointHandler } from '@restatedev/restate-sdk'
import type { createTransactionObjects } from './transaction-objects.ts'

export type ObjectServer = Readonly<{ stop(): Promise<void> }>

/** Lets the engine call the durable objects. Resolves when it listens. */
export async function serveObjects(
  services: ReturnType<typeof createTransactionObjects>,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<ObjectServer> {
  const server = createServer(createEndpointHandler({ services }))
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    stop: async () => {
      server.close()
      for (const session of sessions) session.destroy()
    },
  }
}
