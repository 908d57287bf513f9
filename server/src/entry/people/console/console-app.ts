import type { FastifyInstance } from 'fastify'
import type { RelyingParty } from '../../../records/decisions/sign-decision.ts'
import { createEdge } from '../../http/edge.ts'
import { runCommandRoute } from '../command-routes.ts'
import { listOperatorsRoute } from '../directory-routes.ts'
import { readPeopleHealthRoute } from '../health-route.ts'
import { addConsolePages } from '../pages/console-pages.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { guardPeopleRoutes } from '../people-gate.ts'
import { readSessionRoute, requestSignInRoute, revokeSessionRoute, signInRoute } from '../session-routes.ts'
import { addConsoleRoutes } from './console-routes.ts'

/**
 * Creates the operators' console, at an origin of its own: no page for members and no script of theirs shares its cookie. Only operators
 * sign in here, with the passkeys that they have for the people process.
 */
export function createConsoleApp(given: PeopleDeps, relyingParty: RelyingParty): FastifyInstance {
  const deps = { ...given, relyingParty, gate: { ...given.gate, relyingParty } }
  const app = createEdge({ ...deps, trustedProxies: deps.gate.trustedProxies })
  guardPeopleRoutes(app, deps.gate)
  requestSignInRoute(app, deps)
  signInRoute(app, deps, 'operator')
  readSessionRoute(app)
  revokeSessionRoute(app, deps)
  listOperatorsRoute(app, deps)
  runCommandRoute(app, deps)
  addConsoleRoutes(app, deps)
  readPeopleHealthRoute(app, deps)
  if (deps.dashboard !== undefined) addConsolePages(app, deps.dashboard.folder)
  return app
}
