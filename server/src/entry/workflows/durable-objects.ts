import { once } from 'node:events'
import { createServer } from 'node:http2'
import {
  createEndpointHandler,
  type HooksProvider,
  type LoggerTransport,
  type ObjectContext,
  object,
  rpc,
  TerminalError,
} from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock/clock.ts'
import { hideNumbers } from '../../kernel/hide-numbers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { inSpan } from '../../kernel/tracing.ts'
import type { Nudge, ObjectType } from '../../records/transactions/wake-store.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { ENDPOINT_GROUP_OBJECT, GROUP_OBJECT, type GroupMember, nudgeKey } from './nudge-engine.ts'

/** Processes what is due for one object. Returns the nudge for the next run if the engine should schedule it. */
export type Advance = (id: string) => Promise<Nudge | undefined>

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

/**
 * Creates the durable object that advances transactions which became due together, because the engine and this process spend more on a call
 * than on a transaction in it. Each transaction takes its own steps: one that fails or waits changes nothing for the others. What a
 * transaction needs next is scheduled for itself alone, when all have ended. If a transaction has another call at the same time, its version
 * decides which of the two takes a step.
 */
export function createTransactionGroup(
  advances: ReadonlyMap<string, Advance>,
  clock: Clock,
  onFailure: (member: GroupMember, error: unknown) => void,
) {
  const advanceOne = async (member: GroupMember): Promise<Nudge | undefined> => {
    try {
      return await advances.get(member.type)?.(member.subjectId)
    } catch (error) {
      // The wake row of the transaction is still due, so the sweeper nudges it again.
      onFailure(member, error)
      return undefined
    }
  }
  return object({
    name: GROUP_OBJECT,
    handlers: {
      advance: async (context: ObjectContext, members: readonly GroupMember[]): Promise<void> => {
        for (const nudge of await Promise.all(members.map(advanceOne)))
          if (nudge !== undefined) scheduleNext(context, nudge, clock.now())
      },
    },
  })
}

/**
 * Creates the durable object that advances webhook endpoints which got events together. An endpoint that hangs keeps the call open, so what
 * an endpoint needs next is sent to the engine as soon as this endpoint has ended, and not when all have.
 */
export function createEndpointGroup(
  advance: Advance,
  send: (nudge: Nudge) => Promise<void>,
  onFailure: (endpointId: string, error: unknown) => void,
) {
  const advanceOne = async ({ subjectId }: GroupMember): Promise<void> => {
    try {
      const nudge = await advance(subjectId)
      if (nudge !== undefined) await send(nudge)
    } catch (error) {
      // The wake row of the endpoint is still due, so the sweeper nudges it again.
      onFailure(subjectId, error)
    }
  }
  return object({
    name: ENDPOINT_GROUP_OBJECT,
    handlers: {
      advance: async (_: ObjectContext, members: readonly GroupMember[]): Promise<void> => {
        await Promise.all(members.map(advanceOne))
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

/**
 * Ends the call on a refusal. The engine retries every error except its own terminal one. It stores what it is told, so it gets no words that
 * may name a person: our log has them.
 */
async function endOnRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new TerminalError(error.code)
    throw new Error(hideNumbers(error instanceof Error ? error.message : 'the step failed'), {
      cause: error,
    })
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
    metrics,
  }: Readonly<{
    host: string
    port: number
    engineKeys?: readonly string[]
    logger: Logger
    metrics?: Pick<ProcessMetrics, 'measure'>
  }>,
): Promise<ObjectServer> {
  const server = createServer(
    createEndpointHandler({
      services,
      logger: forwardWarnings(logger),
      ...(metrics && { defaultServiceOptions: { hooks: [measureCalls(metrics)] } }),
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

/** Counts, times and traces each call by the name of its object, without the key. */
function measureCalls(metrics: Pick<ProcessMetrics, 'measure'>): HooksProvider {
  return ({ request }) => ({
    interceptor: {
      handler: async (next) => {
        const { service } = request.target
        await inSpan(`call ${service}`, request.headers, async () => metrics.measure('call', service, next))
      },
    },
  })
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
