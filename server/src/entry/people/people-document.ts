import type { RouteOptions } from 'fastify'
import type { RefusalCode } from '../../kernel/refusal.ts'
import { type Action, sessionsOf } from '../../records/people/role-actions.ts'
import { buildDocument, type OpenApiDocument } from '../http/openapi/build-document.ts'
import type { RouteAccess } from '../http/openapi/describe-route.ts'
import type { PeopleDeps } from './people-deps.ts'
import { addPeopleRoutes } from './routes.ts'

const SESSION_REFUSALS: readonly RefusalCode[] = [
  'session_missing',
  'session_unknown',
  'session_expired',
  'session_revoked',
  'person_disabled',
  'role_missing',
  'rate_limited',
  'unavailable',
  'internal',
]

const reasons = {
  401: 'The session or the passkey is missing or wrong.',
  403: 'This person may not do this, or the request comes from another site.',
  409: 'The current state does not allow this.',
}

const info = {
  title: 'Afara people',
  version: '1.0.0',
  summary: 'Where operators and members sign in.',
  description: `Operators of Afara and members of businesses sign in here with a passkey (WebAuthn, with user verification). On a shared desktop, members can sign in with a link by mail and a code (TOTP). There is no password.

**Sessions.** A browser has its session in a cookie that scripts cannot read. A terminal sends its token as \`Authorization: Bearer\`. A session of an operator ends after 30 minutes without use and after 12 hours in any case; a session of a member after 12 hours and 14 days, and one that began by mail after 30 minutes and 8 hours. Only a session that began with a passkey can approve, sign and enrol.

**Origin.** A request that changes something must come from our own pages, or from a terminal without a cookie.

**Roles** decide who may do what: see docs/reference/roles.md.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

const tags = [
  { name: 'Sessions', description: 'Sign in, and see and end your sessions.' },
  { name: 'Mail', description: 'For members at a shared desktop: a link by mail and a code.' },
  { name: 'Terminals', description: 'Sign in at a terminal by confirming it in the browser.' },
  { name: 'Invitations', description: 'Enrol your first passkey, or enrol again.' },
  { name: 'Passkeys', description: 'Your passkeys.' },
  { name: 'Signatures', description: 'Sign in the browser what a command at a terminal decides.' },
  { name: 'Directory', description: 'People, businesses and their keys.' },
  { name: 'Account', description: 'What a member does for a business on the dashboard.' },
  { name: 'Team', description: 'The people of a business: invite, change roles, end access, join.' },
  { name: 'Commands', description: 'What operators do: the commands of `afara ops`.' },
  { name: 'Console', description: 'What the console of operators shows. `mode` is `live` or `test`.' },
]

/** Builds the OpenAPI 3.1 document of the people process from its routes. */
export async function buildPeopleDocument(urls: {
  origin: string
  docsUrl: string
}): Promise<OpenApiDocument> {
  return buildDocument({
    head: {
      info,
      servers: [
        {
          url: '{origin}',
          description: 'The people process.',
          variables: { origin: { default: urls.origin, description: 'PEOPLE_ORIGIN.' } },
        },
      ],
      tags,
    },
    securitySchemes: {
      sessionCookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-afara_session',
        description: 'The session of a browser.',
      },
      sessionToken: { type: 'http', scheme: 'bearer', description: 'The session of a terminal.' },
    },
    groups: [{ addRoutes: (app) => addPeopleRoutes(app, { gate: {} } as PeopleDeps) }],
    accessOf,
    docsUrl: urls.docsUrl,
  })
}

function accessOf({ config, method }: RouteOptions): RouteAccess {
  if (config?.person === 'public') return { security: [], refusals: [], isCounted: false, reasons }
  const refusals = [
    ...SESSION_REFUSALS,
    ...refusalsOfSession(config?.person),
    ...(method === 'GET' ? [] : (['origin_refused'] as const)),
  ]
  return { security: ['sessionCookie', 'sessionToken'], refusals, isCounted: false, reasons }
}

function refusalsOfSession(action: Action | undefined): readonly RefusalCode[] {
  const sessions = action === undefined ? 'any' : sessionsOf(action)
  if (sessions === 'any') return []
  return sessions === 'passkey' ? ['passkey_required'] : ['passkey_required', 'signing_paused']
}
