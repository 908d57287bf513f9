import { once } from 'node:events'
import { createServer } from 'node:http2'
import { createEndpointHandler, type LoggerTransport } from '@restatedev/restate-sdk'
import type { Logger } from 'pino'

export type ObjectServer = Readonly<{ stop(): Promise<void> }>

/** Lets the engine call the durable objects. Resolves when it listens. */
export async function serveObjects(
  services: Parameters<typeof createEndpointHandler>[0]['services'],
  { host, port, logger }: Readonly<{ host: string; port: number; logger: Logger }>,
): Promise<ObjectServer> {
  const server = createServer(createEndpointHandler({ services, logger: passOn(logger) }))
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

/** The engine's library tells of every call; only what someone should look at goes into our log. */
function passOn(logger: Logger): LoggerTransport {
  return ({ level, context }, ...message) => {
    if (!['warn', 'error'].includes(level.toLowerCase())) return
    logger.warn({ invocation: context?.invocationId, said: message.map(String) }, 'the engine reports')
  }
}
