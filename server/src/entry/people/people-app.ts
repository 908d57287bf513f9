import type { FastifyInstance } from 'fastify'
import { createEdge } from '../http/edge.ts'
import { addDashboard } from './pages/dashboard-pages.ts'
import { addLookPages } from './pages/look-pages.ts'
import { addPages } from './pages/page-routes.ts'
import type { PeopleDeps } from './people-deps.ts'
import { guardPeopleRoutes } from './people-gate.ts'
import { addPeopleRoutes } from './routes.ts'

/** Creates the HTTP interface at which operators and members sign in, without the process that listens. */
export function createPeopleApp(deps: PeopleDeps): FastifyInstance {
  const app = createEdge({ ...deps, trustedProxies: deps.gate.trustedProxies })
  guardPeopleRoutes(app, deps.gate)
  addPeopleRoutes(app, deps)
  addPages(app, deps)
  addLookPages(app, deps)
  if (deps.dashboard !== undefined) addDashboard(app, deps.dashboard)
  return app
}
