import type { FastifyInstance } from 'fastify'
import { listActivityRoute } from './account/activity-route.ts'
import { confirmRequestRoutes } from './account/confirm-request-routes.ts'
import {
  proveAccountRoute,
  readGoLiveRoute,
  saveGoLiveRoute,
  submitGoLiveRoute,
} from './account/go-live-routes.ts'
import {
  acceptTeamInvitationRoute,
  joinRoute,
  readTeamInvitationRoute,
  requestToJoinRoute,
} from './account/join-routes.ts'
import { issueKeyRoute, revokeKeyRoute, rotateKeyRoute } from './account/key-routes.ts'
import { addPayeeRoutes } from './account/payee-routes.ts'
import { addPaymentRoutes } from './account/payment-routes.ts'
import { listRequestsRoute } from './account/request-routes.ts'
import {
  readSettingsRoute,
  requestToleranceRoute,
  requestWalletRoute,
  setLookRoute,
  setToleranceRoute,
  setWalletRoute,
} from './account/settings-routes.ts'
import {
  confirmEmailRoute,
  readLinkTagRoute,
  requestSignUpRoute,
  sendConfirmationRoute,
  signUpRoute,
} from './account/sign-up-routes.ts'
import {
  changeTeamRoute,
  leaveRoute,
  readTeamRoute,
  requestLeaveRoute,
  requestTeamChangeRoute,
} from './account/team-routes.ts'
import { createTokenRoute } from './account/token-route.ts'
import { addWithdrawalRoutes } from './account/withdrawal-routes.ts'
import { runCommandRoute } from './command-routes.ts'
import { addConsoleRoutes } from './console/console-routes.ts'
import {
  confirmDeviceRoute,
  denyDeviceRoute,
  finishDeviceRoute,
  requestConfirmationRoute,
  requestDeviceRoute,
} from './device-routes.ts'
import { listBusinessesRoute, listKeysRoute, listOperatorsRoute, readMeRoute } from './directory-routes.ts'
import {
  askToRecoverRoute,
  askToSignInRoute,
  finishEmailSignInRoute,
  openEmailLinkRoute,
} from './email-routes.ts'
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
import { readSignatureRoute, refuseSignatureRoute, signRoute } from './signature-routes.ts'
import { confirmCodesRoute, removeCodesRoute, requestCodesRoute } from './totp-routes.ts'

/** Adds the routes of the people process, in the order of its API reference. */
export function addPeopleRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  requestSignInRoute(app, deps)
  signInRoute(app, deps)
  readSessionRoute(app)
  listSessionsRoute(app, deps)
  revokeSessionRoute(app, deps)
  askToSignInRoute(app, deps)
  openEmailLinkRoute(app, deps)
  finishEmailSignInRoute(app, deps)
  requestCodesRoute(app, deps)
  confirmCodesRoute(app, deps)
  removeCodesRoute(app, deps)
  requestDeviceRoute(app, deps)
  finishDeviceRoute(app, deps)
  requestConfirmationRoute(app, deps)
  confirmDeviceRoute(app, deps)
  denyDeviceRoute(app, deps)
  readInvitationRoute(app, deps)
  acceptInvitationRoute(app, deps)
  askToRecoverRoute(app, deps)
  listPasskeysRoute(app, deps)
  requestPasskeyRoute(app, deps)
  addPasskeyRoute(app, deps)
  revokePasskeyRoute(app, deps)
  readSignatureRoute(app, deps)
  signRoute(app, deps)
  refuseSignatureRoute(app, deps)
  readMeRoute(app)
  listOperatorsRoute(app, deps)
  listBusinessesRoute(app, deps)
  listKeysRoute(app, deps)
  readLinkTagRoute(app, deps)
  requestSignUpRoute(app, deps)
  signUpRoute(app, deps)
  confirmEmailRoute(app, deps)
  sendConfirmationRoute(app, deps)
  createTokenRoute(app, deps)
  addPaymentRoutes(app, deps)
  addPayeeRoutes(app, deps)
  addWithdrawalRoutes(app, deps)
  issueKeyRoute(app, deps)
  rotateKeyRoute(app, deps)
  revokeKeyRoute(app, deps)
  listRequestsRoute(app, deps)
  listActivityRoute(app, deps)
  confirmRequestRoutes(app, deps)
  readGoLiveRoute(app, deps)
  saveGoLiveRoute(app, deps)
  proveAccountRoute(app, deps)
  submitGoLiveRoute(app, deps)
  readSettingsRoute(app, deps)
  setLookRoute(app, deps)
  requestWalletRoute(app, deps)
  setWalletRoute(app, deps)
  requestToleranceRoute(app, deps)
  setToleranceRoute(app, deps)
  readTeamRoute(app, deps)
  requestTeamChangeRoute(app, deps)
  changeTeamRoute(app, deps)
  requestLeaveRoute(app, deps)
  leaveRoute(app, deps)
  readTeamInvitationRoute(app, deps)
  requestToJoinRoute(app, deps)
  joinRoute(app, deps)
  acceptTeamInvitationRoute(app, deps)
  runCommandRoute(app, deps)
  addConsoleRoutes(app, deps)
  readPeopleHealthRoute(app, deps)
}
