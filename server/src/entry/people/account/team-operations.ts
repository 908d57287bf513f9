import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, textReply } from '../../http/reply-fields.ts'
import { assertionExample, attestationExample, OptionsReply } from '../credential-wire.ts'
import { creationOptionsExample, memberExample } from '../people-examples.ts'
import { PersonWire } from '../people-wire.ts'
import { businessPath, message } from './account-wire.ts'
import {
  OpenInvitationWire,
  RoleWire,
  TeamInvitationWire,
  TeamMemberWire,
  teamInvitationExample,
  teamMemberExample,
  teamRoles,
} from './team-wire.ts'

const parameters = { path: Type.Object(businessPath) }
export const CHANGE = 'chg_01a1dcc264cc7ab5819881f76f5e96ba'
const inviteExample = { action: 'invite', email: 'bola@ada-foods.test', role: 'viewer' }
const text = textReply('Exactly what the passkey signs.', 'Afara change 1\naction: "invite"')

export const OptionsOfChange = namedObject('ChangeOptionsReply', {
  status: successField,
  message,
  change_id: textReply('Send it back with the signature.', CHANGE),
  text,
  options: OptionsReply,
})
export const optionsExample = successExample('What to sign', 'Confirm with your passkey.', {
  change_id: CHANGE,
  text: `Afara change 1\nchange: "${CHANGE}"\naction: "invite"`,
  options: { challenge: 'q83vEjRWeJA', rpId: 'people.afara.test', userVerification: 'required' },
})
export const DoneReply = namedObject('ChangeDoneReply', { status: successField, message })

export const readTeamOperation: Operation = {
  id: 'readTeam',
  tag: 'Team',
  summary: 'Read the team of a business',
  description: 'Its members, open invitations, and what each role may do.',
  parameters,
  replies: {
    200: {
      description: 'The team.',
      schema: namedObject('TeamReply', {
        status: successField,
        message,
        members: Type.Array(TeamMemberWire, { description: 'Owners first.' }),
        invitations: Type.Array(OpenInvitationWire, { description: 'Those who have not joined yet.' }),
        roles: Type.Array(RoleWire, { description: 'What each role may do.' }),
      }),
      examples: {
        one: successExample('One member', '1 person.', {
          members: [teamMemberExample],
          invitations: [],
          roles: teamRoles.slice(-1),
        }),
      },
    },
  },
  refusals: ['business_unknown'],
}

const refusedChange = [
  'business_unknown',
  'email_invalid',
  'email_unconfirmed',
  'field_required',
  'member_unknown',
  'invitation_unknown',
] as const

export const requestTeamChangeOperation: Operation = {
  id: 'requestTeamChange',
  tag: 'Team',
  summary: 'Start to change the team',
  description:
    'Returns the text of the change, and what a browser needs to have it signed with your passkey. Nothing changes yet. The text works once, for five minutes, in this session.',
  parameters,
  requestExamples: { invite: { summary: 'Invite somebody', value: inviteExample } },
  replies: {
    200: { description: 'What to sign.', schema: OptionsOfChange, examples: { options: optionsExample } },
  },
  refusals: refusedChange,
}

export const changeTeamOperation: Operation = {
  id: 'changeTeam',
  tag: 'Team',
  summary: 'Change the team',
  description:
    'Invites a person by mail, changes a role, ends access or cancels an invitation, if your passkey signed exactly this change. Ended access is refused everywhere within five seconds. The others in the business are told by mail. A business keeps at least one owner, and only an owner makes, changes or removes an owner.',
  parameters,
  requestExamples: {
    invite: {
      summary: 'Invite somebody',
      value: { ...inviteExample, change_id: CHANGE, credential: assertionExample },
    },
  },
  replies: {
    200: {
      description: 'The change is made.',
      schema: DoneReply,
      examples: { invited: successExample('Invited', 'We mailed the invitation.', {}) },
    },
  },
  refusals: [
    ...refusedChange,
    'invitation_ended',
    'member_exists',
    'owner_last',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'signing_paused',
    'rate_limited',
  ],
}

export const requestLeaveOperation: Operation = {
  id: 'requestLeave',
  tag: 'Team',
  summary: 'Start to leave a business',
  description: 'Returns the text that your passkey signs.',
  parameters,
  replies: {
    200: { description: 'What to sign.', schema: OptionsOfChange, examples: { options: optionsExample } },
  },
  refusals: ['business_unknown'],
}

export const leaveOperation: Operation = {
  id: 'leaveBusiness',
  tag: 'Team',
  summary: 'Leave a business',
  description: 'Ends your own access. The last owner cannot leave.',
  parameters,
  requestExamples: {
    leave: { summary: 'Signed', value: { change_id: CHANGE, credential: assertionExample } },
  },
  replies: {
    200: {
      description: 'You left.',
      schema: DoneReply,
      examples: { left: successExample('Left', 'You left the business.', {}) },
    },
  },
  refusals: [
    'business_unknown',
    'member_unknown',
    'owner_last',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'signing_paused',
  ],
}

const token = { token: 'jon_…' }
const JoinReply = namedObject('JoinReply', {
  status: successField,
  message,
  person: PersonWire,
  link_tag: textReply('The link tag of the business.', 'ada-foods'),
})
const joined = successExample('Joined', 'Welcome.', { person: memberExample, link_tag: 'ada-foods' })

export const readTeamInvitationOperation: Operation = {
  id: 'readTeamInvitation',
  tag: 'Team',
  summary: 'Read your invitation to a business',
  description: 'With the token of the link that we mailed to you.',
  requestExamples: { token: { summary: 'A token', value: token } },
  replies: {
    200: {
      description: 'The invitation.',
      schema: namedObject('TeamInvitationReply', {
        status: successField,
        message,
        invitation: TeamInvitationWire,
      }),
      examples: {
        open: successExample('An invitation', 'Ngozi Eze invites you to Ada Foods.', {
          invitation: teamInvitationExample,
        }),
      },
    },
  },
  refusals: ['invitation_unknown', 'invitation_ended', 'rate_limited'],
}

export const requestToJoinOperation: Operation = {
  id: 'requestToJoin',
  tag: 'Team',
  summary: 'Start to join with a new passkey',
  description: 'For a person without an account. Nothing is stored until the passkey exists.',
  requestExamples: { name: { summary: 'A person', value: { ...token, name: 'Bola Ade' } } },
  replies: {
    200: {
      description: 'What the browser needs.',
      schema: namedObject('JoinOptionsReply', {
        status: successField,
        message,
        join_id: textReply('Send it back with the passkey.', memberExample.person_id),
        options: OptionsReply,
      }),
      examples: {
        options: successExample('Options', 'Create the passkey.', {
          join_id: memberExample.person_id,
          options: creationOptionsExample,
        }),
      },
    },
  },
  refusals: ['invitation_unknown', 'invitation_ended', 'email_taken', 'name_invalid', 'rate_limited'],
}

export const joinOperation: Operation = {
  id: 'joinBusiness',
  tag: 'Team',
  summary: 'Join with a new passkey',
  description: 'Creates you with your passkey and your role in one step, and signs you in.',
  requestExamples: {
    join: {
      summary: 'With the new passkey',
      value: {
        ...token,
        name: 'Bola Ade',
        join_id: memberExample.person_id,
        credential: attestationExample,
      },
    },
  },
  replies: {
    200: {
      description: 'You are in the team, and signed in.',
      schema: JoinReply,
      examples: { joined },
    },
  },
  refusals: [
    'invitation_unknown',
    'invitation_ended',
    'email_taken',
    'name_invalid',
    'challenge_invalid',
    'passkey_refused',
    'passkey_exists',
    'rate_limited',
  ],
}

export const acceptTeamInvitationOperation: Operation = {
  id: 'acceptTeamInvitation',
  tag: 'Team',
  summary: 'Join with a passkey that you have',
  description:
    'For a person who has an account with the invited address. Ask for the challenge of a sign-in first. It also signs you in.',
  requestExamples: { signed: { summary: 'A passkey', value: { ...token, credential: assertionExample } } },
  replies: {
    200: { description: 'You are in the team, and signed in.', schema: JoinReply, examples: { joined } },
  },
  refusals: [
    'invitation_unknown',
    'invitation_ended',
    'invitation_for_other',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'person_disabled',
    'rate_limited',
  ],
}
