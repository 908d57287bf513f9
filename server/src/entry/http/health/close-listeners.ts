import type { FastifyInstance } from 'fastify'

const LOOKED_AT_EVERY_MS = 50

/** Takes no more connections, answers what is in hand, and ends each connection as soon as nothing is asked on it. */
export async function closeListeners(apps: readonly FastifyInstance[]): Promise<void> {
  // A connection that was busy at first stays open after its answer, for as long as its caller likes.
  const sweep = setInterval(() => {
    for (const app of apps) app.server.closeIdleConnections()
  }, LOOKED_AT_EVERY_MS)
  try {
    await Promise.all(apps.map(async (app) => app.close()))
  } finally {
    clearInterval(sweep)
  }
}
