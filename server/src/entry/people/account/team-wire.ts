import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { WantedChange } from '../../../records/people/change-team.ts'
import {
  type Action,
  type MemberRole,
  mayMember,
  memberRoles,
  roleActions,
} from '../../../records/people/role-actions.ts'
import type { OpenInvitation, TeamInvitation, TeamMember } from '../../../records/people/team-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { textField } from '../../http/request-fields.ts'
import { AssertionWire } from '../credential-wire.ts'
import { readIdOr, timeReply } from '../people-wire.ts'

const ID = '01a1dcc264cc7ab5819881f76f5e96ba'

export const TeamMemberWire = namedObject('TeamMember', {
  member_id: textReply('The id of the person.', `mbr_${ID}`),
  name: textReply('Their name.', 'Ngozi Eze'),
  email: textReply('Their email address.', 'ngozi@ada-foods.test'),
  is_email_confirmed: Type.Boolean({ description: 'Whether they confirmed the address.', examples: [true] }),
  role: wordReply(memberRoles, 'Their role in this business.'),
  joined_at: timeReply('When they joined.'),
})

export const teamMemberExample = {
  member_id: `mbr_${ID}`,
  name: 'Ngozi Eze',
  email: 'ngozi@ada-foods.test',
  is_email_confirmed: true,
  role: 'owner',
  joined_at: '2026-11-01T08:00:00.000Z',
}

export function toTeamMember({ id, name, email, isEmailConfirmed, role, joinedAt }: TeamMember) {
  return {
    member_id: formatId('member', id),
    name,
    email,
    is_email_confirmed: isEmailConfirmed,
    role,
    joined_at: joinedAt.toISOString(),
  }
}

export const OpenInvitationWire = namedObject('OpenInvitation', {
  invitation_id: textReply('The id of the invitation.', `ivt_${ID}`),
  email: textReply('Who is invited.', 'bola@ada-foods.test'),
  role: wordReply(memberRoles, 'The role that they will have.'),
  invited_by: textReply('Who invited them.', 'Ngozi Eze'),
  created_at: timeReply('When they were invited.'),
  expires_at: timeReply('Until when they can join.'),
})

export function toOpenInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: OpenInvitation) {
  return {
    invitation_id: formatId('invitation', id),
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}

export const RoleWire = namedObject('Role', {
  role: wordReply(memberRoles, 'The role.'),
  may: Type.Array(Type.String(), { description: 'What people with this role may do.' }),
})

/** What everybody does with their own account. */
const own: ReadonlySet<Action> = new Set([
  'self.read',
  'self.manage',
  'codes.manage',
  'businesses.list',
  'team.leave',
])

/** What each role may do in a business. What everybody may do with their own account is left out. */
export const teamRoles = memberRoles.map((role) => ({ role, may: allowedTo(role) }))

function allowedTo(role: MemberRole): string[] {
  const actions = Object.keys(roleActions) as Action[]
  return actions
    .filter((action) => !own.has(action) && mayMember(role, action))
    .map((action) => roleActions[action].what)
}

const changeFields = {
  action: wordReply(
    ['invite', 'change_role', 'end', 'cancel'],
    'invite: send email and role. change_role: send member_id and role. end: send member_id. cancel: send invitation_id.',
  ),
  email: Type.Optional(textField('Whom to invite.', ['bola@ada-foods.test'])),
  role: Type.Optional(wordReply(memberRoles, 'The role to give.')),
  member_id: Type.Optional(textField('Whose role or access changes.', [`mbr_${ID}`], 60)),
  invitation_id: Type.Optional(textField('Which invitation to cancel.', [`ivt_${ID}`], 60)),
}

export const signedFields = {
  change_id: textField('The id from the first step.', [`chg_${ID}`], 60),
  credential: AssertionWire,
}

export const ChangeBody = closedObject(changeFields)
export const SignedChangeBody = closedObject({ ...changeFields, ...signedFields })
export const SignedBody = closedObject(signedFields)

/** Reads a change. Refuses one without the fields that its action needs. */
export function toWantedChange(body: Static<typeof ChangeBody>): WantedChange {
  const { action, email, role, member_id: member, invitation_id: invitation } = body
  if (action === 'invite') return { action, email: need('email', email), role: need('role', role) }
  if (action === 'cancel') {
    const message = 'Your business has no such invitation.'
    const text = need('invitation_id', invitation)
    return { action, invitationId: readIdOr('invitation', text, 'invitation_unknown', message) }
  }
  const message = 'Nobody with this id is in the team.'
  const memberId = readIdOr('member', need('member_id', member), 'member_unknown', message)
  return action === 'end' ? { action, memberId } : { action, memberId, role: need('role', role) }
}

function need<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw new Refusal('field_required', `${field} is required for this change.`)
  return value
}

export function readChangeId(text: string): string {
  return readIdOr('change', text, 'challenge_invalid', 'Start again: this change is not ours.')
}

export const TeamInvitationWire = namedObject('TeamInvitation', {
  business_name: textReply('The business.', 'Ada Foods'),
  link_tag: textReply('Its link tag.', 'ada-foods'),
  invited_by: textReply('Who invites.', 'Ngozi Eze'),
  email: textReply('Who is invited.', 'bola@ada-foods.test'),
  role: wordReply(memberRoles, 'The role in the business.'),
  may: Type.Array(Type.String(), { description: 'What the role allows.' }),
  has_account: Type.Boolean({ description: 'Whether the person signs in to join.', examples: [false] }),
  expires_at: timeReply('Until when they can join.'),
})

export const teamInvitationExample = {
  business_name: 'Ada Foods',
  link_tag: 'ada-foods',
  invited_by: 'Ngozi Eze',
  email: 'bola@ada-foods.test',
  role: 'viewer',
  may: [roleActions['api.read'].what],
  has_account: false,
  expires_at: '2026-11-18T09:30:00.000Z',
}

export function toTeamInvitation(invitation: TeamInvitation) {
  const { businessName, linkTag, invitedBy, email, role, hasAccount, expiresAt } = invitation
  return {
    business_name: businessName,
    link_tag: linkTag,
    invited_by: invitedBy,
    email,
    role,
    may: allowedTo(role),
    has_account: hasAccount,
    expires_at: expiresAt.toISOString(),
  }
}
