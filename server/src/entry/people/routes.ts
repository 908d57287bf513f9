import type { FastifyInstance } from 'fastify'
import { listBusinessesRoute, listKeysRoute, listOperatorsRoute, readMeRoute } from './directory-routes.ts'
import { readPeopleHealthRoute } from './health-route.ts'
import {
  acceptInvitationRoute,
  addPasskeyRoute,
  listPasskeysRoute,
  readInvitationRoute,
  requestPasskeyRoute,
  revokePasskeyRoute,
} from './passkey-routes.ts'
import type { PeopleDeps } from './people-deps.ts'
import {
  listSessionsRoute,
  readSessionRoute,
  requestSignInRoute,
  revokeSessionRoute,
  signInRoute,
} from './session-routes.ts'

/** Adds the routes of the people process, in the order of its API reference. */
export function addPeopleRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  requestSignInRoute(app, deps)
  signInRoute(app, deps)
  readSessionRoute(app)
  listSessionsRoute(app, deps)
  revokeSessionRoute(app, deps)
  readInvitationRoute(app, deps)
  acceptInvitationRoute(app, deps)
  listPasskeysRoute(app, deps)
  requestPasskeyRoute(app, deps)
  addPasskeyRoute(app, deps)
  revokePasskeyRoute(app, deps)
  readMeRoute(app)
  listOperatorsRoute(app, deps)
  listBusinessesRoute(app, deps)
  listKeysRoute(app, deps)
  readPeopleHealthRoute(app, deps)
}
