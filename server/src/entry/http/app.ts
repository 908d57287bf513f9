import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { answerDashboard } from './dashboard-origin.ts'
import { createEdge } from './edge.ts'
import { guardRoutes } from './gate.ts'
import { keepReplies } from './keep-replies.ts'
import { addApiRoutes, addOtcRoutes } from './routes.ts'

/** Creates the service's HTTP interface, without the process that listens. */
export function createApp(deps: AppDeps): FastifyInstance {
  const app = createGuardedEdge(deps, 'api')
  keepReplies(app, deps)
  addApiRoutes(app, deps)
  return app
}

export function createOtcApp(deps: AppDeps): FastifyInstance {
  const app = createGuardedEdge(deps, 'otc')
  addOtcRoutes(app, deps)
  return app
}

function createGuardedEdge(deps: AppDeps, listener: string): FastifyInstance {
  const app = createEdge({ ...deps, trustedProxies: deps.gate.trustedProxies })
  if (deps.dashboardOrigin !== undefined) answerDashboard(app, deps.dashboardOrigin)
  guardRoutes(app, deps.gate, listener)
  return app
}
