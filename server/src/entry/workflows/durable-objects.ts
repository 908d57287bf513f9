import { once } from 'node:events'
import { createServer } from 'node:http2'
import {
  createEndpointHandler,
  type LoggerTransport,
  type ObjectContext,
  object,
  rpc,
  TerminalError,
} from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Nudge, ObjectType } from '../../records/transactions/wake-store.ts'
import { nudgeKey } from './nudge-engine.ts'

/** Processes what is due for one object. Returns the nudge for the next run if the engine should schedule it. */
type Advance = (id: string) => Promise<Nudge | undefined>

/**
 * Creates a durable object with the id of its subject as key. The engine runs one call per key at a time. The handler ends quickly, because
 * the engine would need the old code for as long as a call waits. Steps are not journaled in the engine: the rows in PostgreSQL are the
 * journal, and every step is idempotent.
 */
export function createDurableObject(name: ObjectType, advance: Advance, clock: Clock) {
  return object({
    name,
    handlers: {
      advance: async (context: ObjectContext): Promise<void> => {
        const nudge = await endOnRefusal(advance(context.key))
        if (nudge !== undefined) scheduleNext(context, nudge, clock.now())
      },
    },
  })
}

function scheduleNext(context: ObjectContext, nudge: Nudge, now: Date): void {
  const delay = Math.max(0, nudge.dueAt.getTime() - now.getTime())
  context
    .objectSendClient<ReturnType<typeof createDurableObject>>({ name: nudge.type }, nudge.subjectId)
    .advance(rpc.sendOpts({ delay, idempotencyKey: nudgeKey(nudge) }))
}

/** Ends the call on a refusal. The engine retries every error except its own terminal one. */
async function endOnRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new TerminalError(`${error.code}: ${error.message}`)
    throw error
  }
}

type ObjectServer = Readonly<{ stop(): Promise<void> }>

/** Serves the durable objects to the engine. With keys, requests that none of them signed are refused. Resolves when the server listens. */
export async function serveObjects(
  services: Parameters<typeof createEndpointHandler>[0]['services'],
  {
    host,
    port,
    engineKeys = [],
    logger,
  }: Readonly<{ host: string; port: number; engineKeys?: readonly string[]; logger: Logger }>,
): Promise<ObjectServer> {
  const server = createServer(
    createEndpointHandler({
      services,
      logger: forwardWarnings(logger),
      ...(engineKeys.length > 0 && { identityKeys: [...engineKeys] }),
    }),
  )
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

/** The engine's library logs every call. Only warnings and errors are forwarded to our log. */
function forwardWarnings(logger: Logger): LoggerTransport {
  return ({ level, context }, ...message) => {
    if (!['warn', 'error'].includes(level.toLowerCase())) return
    logger.warn(
      { invocation: context?.invocationId, said: message.map(String) },
      'message from the workflow engine',
    )
  }
}
