import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import { selectPasskeys } from '../../../records/decisions/passkey-store.ts'
import { findProposal } from '../../../records/decisions/proposal-store.ts'
import { readSignatureRequest } from '../../../records/decisions/request-signature.ts'
import { requireWaitingDevice } from '../../../records/people/device-login.ts'
import { listPasskeys } from '../../../records/people/person-passkey-store.ts'
import type { Action } from '../../../records/people/role-actions.ts'
import { listSessions } from '../../../records/people/session-store.ts'
import { findTotpState } from '../../../records/people/totp-store.ts'
import { sendHtml } from '../../http/html.ts'
import { businessesOf } from '../directory-routes.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitFailures, signedInOf } from '../people-gate.ts'
import { askedOf } from '../signature-routes.ts'
import { codesPage } from './codes-page.ts'
import { decidePage } from './decide-page.ts'
import { describeDecision } from './decision-words.ts'
import { deviceCodePage, devicePage } from './device-page.ts'
import { homePage } from './home-page.ts'
import { addPageFiles } from './page-files.ts'
import { noticePage, pageHeaders } from './page-frame.ts'
import { codePage, enrolPage, loginPage, recoverPage } from './sign-in-pages.ts'

/** Adds the pages with which people use their passkeys. They change nothing: their script sends requests to the API beside them. */
export function addPages(app: FastifyInstance, deps: PeopleDeps): void {
  addPageFiles(app)
  const settings = (person: 'public' | Action) => ({
    config: { person },
    onRequest: (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.headers(pageHeaders)
      done()
    },
    errorHandler: sendNotice,
  })

  app.get<{ Querystring: { next?: unknown } }>('/login', settings('public'), async ({ query }, reply) =>
    sendHtml(reply, loginPage(ownPath(query.next))),
  )
  app.get('/code', settings('public'), async (_request, reply) => sendHtml(reply, codePage()))
  app.get('/recover', settings('public'), async (_request, reply) => sendHtml(reply, recoverPage()))
  app.get('/enrol', settings('public'), async (_request, reply) => sendHtml(reply, enrolPage()))
  homeRoute(app, deps, settings('self.read'))
  app.get('/codes', settings('codes.manage'), async (request, reply) =>
    sendHtml(reply, codesPage(signedInOf(request).person)),
  )
  deviceRoute(app, deps, settings('self.manage'))
  decideRoute(app, deps, settings('signatures.give'))
}

type Settings = Readonly<{
  config: { person: 'public' | Action }
  onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void
  errorHandler: typeof sendNotice
}>

function homeRoute(app: FastifyInstance, deps: PeopleDeps, settings: Settings): void {
  app.get('/', settings, async (request, reply) => {
    const { person, session: current } = signedInOf(request)
    const now = deps.clock.now()
    const isMember = person.side === 'member'
    const [sessions, passkeys, businesses, totp] = await Promise.all([
      listSessions(deps.pool, person, now),
      listPasskeys(deps.pool, person),
      isMember ? businessesOf(deps, person) : [],
      isMember ? findTotpState(deps.pool, person.id) : undefined,
    ])
    return sendHtml(reply, homePage({ person, current, sessions, passkeys, businesses, totp, now }))
  })
}

function deviceRoute(app: FastifyInstance, deps: PeopleDeps, settings: Settings): void {
  app.get<{ Querystring: { code?: unknown } }>('/device', settings, async (request, reply) => {
    const { person } = signedInOf(request)
    const { code } = request.query
    if (typeof code !== 'string' || code === '') return sendHtml(reply, deviceCodePage(person))
    try {
      const device = await limitFailures(deps.gate, request, reply, async () =>
        requireWaitingDevice(deps, code),
      )
      return await sendHtml(reply, devicePage(device, person, deps.clock.now()))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'user_code_unknown') throw error
      return sendHtml(reply.code(404), deviceCodePage(person, error.message))
    }
  })
}

function decideRoute(app: FastifyInstance, deps: PeopleDeps, settings: Settings): void {
  app.get<{ Params: { signature_request_id: string } }>(
    '/decide/:signature_request_id',
    settings,
    async (request, reply) => {
      const { person } = signedInOf(request)
      const found = await readSignatureRequest(deps, askedOf(request))
      const { caseId, version } = describeDecision(found.text)
      const [proposal, passkeys] = await Promise.all([
        caseId === null ? null : findProposal(deps.pool, { caseId, version, text: found.text }),
        selectPasskeys(deps.pool, person.id),
      ])
      const credentialIds = passkeys.map(({ credentialId }) => credentialId)
      const { relyingParty, clock } = deps
      return sendHtml(
        reply,
        decidePage({ request: found, proposal, person, relyingParty, credentialIds, now: clock.now() }),
      )
    },
  )
}

/** Sends people without a session to the sign-in, and tells the others what to do. */
function sendNotice(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(pageHeaders)
  const person = request.signedIn?.person
  if (!(error instanceof Refusal)) {
    request.log.error({ request_id: request.id, err: error }, 'page could not be shown')
    const text = `Try again in a few seconds. If it fails again, tell an administrator the number ${request.id}.`
    void sendHtml(reply.code(503), noticePage({ title: 'We cannot show this page now', text, person }))
    return
  }
  if (error.code.startsWith('session_')) {
    void reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303)
    return
  }
  const signInAgain = { address: '/login', text: 'Sign in with your passkey' }
  const { status, title } = notices[error.code] ?? { status: 403, title: 'You cannot open this page' }
  void sendHtml(
    reply.code(status),
    noticePage(
      { title, text: error.message, person },
      error.code === 'passkey_required' ? signInAgain : undefined,
    ),
  )
}

const notices: Partial<Record<Refusal['code'], { status: number; title: string }>> = {
  passkey_required: { status: 403, title: 'This needs your passkey' },
  signing_paused: { status: 403, title: 'You cannot sign yet' },
  signature_request_unknown: { status: 404, title: 'Nothing to sign here' },
  rate_limited: { status: 429, title: 'Too many attempts' },
  unavailable: { status: 503, title: 'We cannot show this page now' },
}

/** Returns a path of this site, so that nobody sends a person elsewhere after the sign-in. */
function ownPath(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : '/'
}
