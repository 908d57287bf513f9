import { Type } from 'typebox'
import type { Colleague } from '../../../flows/console/team-store.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { operatorRoles } from '../../../records/people/role-actions.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { isoOf, messageField, orNull, timeField } from './console-wire.ts'

const ColleagueWire = closedObject({
  operator_id: textReply('The operator.', `opr_${'0'.repeat(32)}`),
  name: textReply('Their name.', 'Bisi Adeyemi'),
  email: textReply('Their address.', 'bisi@afara.test'),
  state: wordReply(['active', 'suspended', 'ended'], 'suspended: two operators can let them in again.'),
  roles: Type.Array(wordReply(operatorRoles, 'A role.')),
  created_at: timeField('Since when they are an operator.'),
  invited_until: orNull(timeField('Until when their invitation can be accepted; null: none is open.')),
  case_id: orNull(textReply('A proposal about them that waits for approval.', `cas_${'0'.repeat(32)}`)),
  passkeys: Type.Array(
    closedObject({
      passkey_id: textReply('The passkey.', `psk_${'0'.repeat(32)}`),
      name: textReply('What its owner calls it.', 'Yubikey'),
      created_at: timeField('When it was enrolled.'),
      last_used_at: orNull(timeField('When it was last used.')),
    }),
  ),
  sessions: Type.Array(
    closedObject({
      session_id: textReply('The session.', `ses_${'0'.repeat(32)}`),
      client: wordReply(['browser', 'terminal'], 'Where.'),
      machine: textReply('What the machine calls itself.', 'Chrome on Windows'),
      created_at: timeField('When it began.'),
      last_seen_at: timeField('When it was last used.'),
      expires_at: timeField('When it ends by itself.'),
    }),
  ),
})

export const TeamReply = namedObject('ConsoleTeamReply', {
  status: successField,
  message: messageField,
  operators: Type.Array(ColleagueWire),
})

const iso = (text: string): string => new Date(text).toISOString()

export function toColleagueWire(one: Colleague) {
  return {
    operator_id: formatId('operator', one.id),
    name: one.name,
    email: one.email,
    state: one.status,
    roles: one.roles,
    created_at: one.createdAt.toISOString(),
    invited_until: isoOf(one.invitedUntil),
    case_id: one.caseId === null ? null : formatId('case', one.caseId),
    passkeys: one.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      passkey_id: formatId('passkey', id),
      name,
      created_at: iso(createdAt),
      last_used_at: lastUsedAt === null ? null : iso(lastUsedAt),
    })),
    sessions: one.sessions.map(({ id, client, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
      session_id: formatId('session', id),
      client,
      machine: describeMachine(userAgent),
      created_at: iso(createdAt),
      last_seen_at: iso(lastSeenAt),
      expires_at: iso(expiresAt),
    })),
  }
}

const browsers = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//] as const
const browserNames = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'] as const
const systems = [/Windows/, /Android/, /iPhone|iPad/, /Mac OS/, /Linux/] as const
const systemNames = ['Windows', 'Android', 'iOS', 'macOS', 'Linux'] as const

/** A browser and its system in a few words, or the words of a terminal. */
function describeMachine(userAgent: string): string {
  const browser = browserNames[browsers.findIndex((one) => one.test(userAgent))]
  const system = systemNames[systems.findIndex((one) => one.test(userAgent))]
  if (browser === undefined) return userAgent.slice(0, 60) || 'unknown'
  return system === undefined ? browser : `${browser} on ${system}`
}
