import { Type } from 'typebox'
import { formatId, type IdKind, parseId } from '../../kernel/ids/ids.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import type { OwnBusiness } from '../../records/businesses/business-store.ts'
import type { ListedKey } from '../../records/keys/api-key-store.ts'
import { keyScopes } from '../../records/keys/key-rights.ts'
import { idOf, type Person } from '../../records/people/person.ts'
import type { PersonPasskey } from '../../records/people/person-passkey-store.ts'
import type { ListedOperator } from '../../records/people/person-store.ts'
import { memberRoles, operatorRoles } from '../../records/people/role-actions.ts'
import type { Session } from '../../records/people/session-store.ts'
import { namedObject } from '../http/object-schemas.ts'
import { textReply, wordReply } from '../http/reply-fields.ts'

export const PEOPLE_PATH = '/people/v1'

export function timeReply(description: string) {
  return Type.String({ description, format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })
}

export function maybeTime(description: string) {
  return Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
}

export const PersonWire = namedObject(
  'Person',
  {
    person_id: textReply('The id of the person.', 'opr_01a1dcc264cc7ab5819881f76f5e96ba'),
    side: wordReply(['operator', 'member'], 'operator works for Afara; member works for a business.'),
    email: textReply('Their email address.', 'bisi@afara.test'),
    is_email_confirmed: Type.Boolean({
      description: 'Whether the person opened the link that we mailed to the address.',
      examples: [true],
    }),
    name: textReply('Their name.', 'Bisi Adeyemi'),
    signs_from: maybeTime(
      'From when the person can approve and sign, after they enrolled again; null if they never did.',
    ),
    roles: Type.Array(wordReply(operatorRoles, 'A role.'), {
      description: 'The roles of an operator; empty for a member.',
    }),
    memberships: Type.Array(
      namedObject('Membership', {
        business_id: textReply('The business.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
        role: wordReply(memberRoles, 'The role of the member in this business.'),
      }),
      { description: 'The businesses of a member; empty for an operator.' },
    ),
  },
  'A person who signed in.',
)

export function toPersonWire(person: Person) {
  return {
    person_id: idOf(person),
    side: person.side,
    email: person.email,
    is_email_confirmed: person.side === 'operator' || person.isEmailConfirmed,
    name: person.name,
    signs_from: person.signsFrom?.toISOString() ?? null,
    roles: person.side === 'operator' ? person.roles : [],
    memberships:
      person.side === 'operator'
        ? []
        : person.memberships.map(({ businessId, role }) => ({
            business_id: formatId('business', businessId),
            role,
          })),
  }
}

export const SessionWire = namedObject(
  'Session',
  {
    session_id: textReply('The id of the session.', 'ses_01a1dcc264cc7ab5819881f76f5e96ba'),
    method: wordReply(
      ['passkey', 'device', 'email_totp'],
      'How the person signed in: with a passkey, by confirming a terminal in the browser, or with a link by mail and a code. The last cannot approve, sign or enrol.',
    ),
    client: wordReply(
      ['browser', 'terminal'],
      'A browser has the token in a cookie, a terminal sends it in a header.',
    ),
    user_agent: textReply('What the browser or the program calls itself.', 'Mozilla/5.0 …'),
    created_at: timeReply('When the person signed in, in UTC.'),
    last_seen_at: timeReply('When the session was last used, to the minute.'),
    idle_expires_at: timeReply('When the session expires if it is not used again.'),
    expires_at: timeReply('When the session ends in any case.'),
    is_current: Type.Boolean({ description: 'Whether this request was sent in this session.' }),
  },
  'A session. Never includes its token.',
)

export function toSessionWire(session: Session, currentId: string) {
  return {
    session_id: formatId('session', session.id),
    method: session.method,
    client: session.client,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    idle_expires_at: session.idleExpiresAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    is_current: session.id === currentId,
  }
}

export const PasskeyWire = namedObject('Passkey', {
  passkey_id: textReply('The id of the passkey.', 'psk_01a1dcc264cc7ab5819881f76f5e96ba'),
  name: textReply('What its owner calls it.', 'Yubikey'),
  created_at: timeReply('When it was enrolled, in UTC.'),
  last_used_at: maybeTime('When somebody last signed in with it; null if never.'),
})

export function toPasskeyWire({ id, name, createdAt, lastUsedAt }: PersonPasskey) {
  return {
    passkey_id: formatId('passkey', id),
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

export const OperatorWire = namedObject('Operator', {
  operator_id: textReply('The id of the operator.', 'opr_01a1dcc264cc7ab5819881f76f5e96ba'),
  email: textReply('Their email address.', 'bisi@afara.test'),
  name: textReply('Their name.', 'Bisi Adeyemi'),
  status: wordReply(['active', 'suspended', 'ended'], 'Only an active operator can sign in.'),
  roles: Type.Array(wordReply(operatorRoles, 'A role.'), { description: 'Their roles.' }),
  passkeys: Type.Integer({ description: 'How many passkeys they have.', examples: [2] }),
})

export function toOperatorWire({ id, email, name, status, roles, passkeys }: ListedOperator) {
  return { operator_id: formatId('operator', id), email, name, status, roles, passkeys }
}

export const BusinessWire = namedObject('Business', {
  business_id: textReply('The id of the business.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
  name: textReply('Its name.', 'Ada Foods'),
  link_tag: textReply('Its link tag.', 'ada-foods'),
  is_live: Type.Boolean({
    description: 'Whether it went live. A suspended business stays live.',
    examples: [false],
  }),
})

export function toBusinessWire({ id, name, linkTag, isLive }: OwnBusiness) {
  return { business_id: formatId('business', id), name, link_tag: linkTag, is_live: isLive }
}

export const ApiKeyWire = namedObject(
  'ApiKey',
  {
    key_id: textReply('The id of the key.', 'key_01a1dcc264cc7ab5819881f76f5e96ba'),
    mode: wordReply(['test', 'live'], 'live moves real money; test does not.'),
    label: textReply('What its owner calls it.', 'checkout'),
    scopes: Type.Array(wordReply(keyScopes, 'A scope.'), { description: 'What the key can do.' }),
    networks: Type.Array(Type.String(), { description: 'From where it may be used; empty: from anywhere.' }),
    requests_per_window: Type.Integer({
      description: 'The number of requests allowed in ten seconds.',
      examples: [500],
    }),
    created_at: timeReply('When it was issued, in UTC.'),
    last_used_at: maybeTime('When it was last used; null if never.'),
    expires_at: maybeTime('When it stops working; null if it does not expire.'),
    revoked_at: maybeTime('When it was revoked; null if it was not.'),
  },
  'A secret key of a business, without the secret.',
)

export function toApiKeyWire(key: ListedKey) {
  return {
    key_id: formatId('key', key.id),
    mode: key.mode,
    label: key.label,
    scopes: key.scopes,
    networks: key.ipList,
    requests_per_window: key.requestsPerWindow,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

/** Returns the uuid of an id in the URL. A text that is not such an id is refused like an unknown one. */
export function readIdOr(kind: IdKind, text: string, code: RefusalCode, message: string): string {
  const id = parseId(kind, text)
  if (id === undefined) throw new Refusal(code, message)
  return id
}
