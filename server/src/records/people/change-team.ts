import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { sealBytes } from '../../kernel/seal-bytes.ts'
import { parseEmail } from '../operators/operator.ts'
import { requestConfirmation, withConfirmation } from './confirm-change.ts'
import type { CeremonyDeps } from './passkey-ceremony.ts'
import { requireMembership } from './person.ts'
import type { MemberRole } from './role-actions.ts'
import { newJoinToken } from './secret-token.ts'
import type { SignedIn } from './start-session.ts'
import {
  insertTeamInvitation,
  markInvitationCancelled,
  markMembershipEnded,
  updateMemberRole,
} from './team-store.ts'

/** What a member changes in the team of a business. */
export type WantedChange =
  | Readonly<{ action: 'invite'; email: string; role: MemberRole }>
  | Readonly<{ action: 'change_role'; memberId: string; role: MemberRole }>
  | Readonly<{ action: 'end'; memberId: string }>
  | Readonly<{ action: 'cancel'; invitationId: string }>

type Deps = CeremonyDeps & Readonly<{ mailKey: Buffer }>

/** How long an invited person has to join. PostgreSQL refuses more than seven days. */
const INVITATION_MS = 3 * 24 * 3_600_000

/** Returns the text that the member is to sign with a passkey, and what the browser needs for it. */
export async function requestTeamChange(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  businessId: string,
  wanted: WantedChange,
) {
  requireAllowed(signedIn, businessId, wanted)
  return requestConfirmation(deps, signedIn, { businessId, what: linesOf(wanted) })
}

/** Makes a change of the team that the member signed. PostgreSQL refuses a person who may not, and to lose the last owner. */
export async function changeTeam(
  deps: Deps,
  signedIn: SignedIn,
  businessId: string,
  wanted: WantedChange,
  { id, answer }: Readonly<{ id: string; answer: AuthenticationResponseJSON }>,
): Promise<void> {
  requireAllowed(signedIn, businessId, wanted)
  const signed = { businessId, what: linesOf(wanted), id, answer }
  await withConfirmation(deps, signedIn, signed, async (sql, at) => {
    await write(deps, sql, { id, businessId, by: signedIn.person.id, at }, wanted).catch(refuseChange)
  })
}

type Made = Readonly<{ id: string; businessId: string; by: string; at: Date }>

async function write({ mailKey }: Deps, sql: Sql, made: Made, wanted: WantedChange): Promise<void> {
  switch (wanted.action) {
    case 'invite':
      return invite(sql, mailKey, made, wanted)
    case 'change_role':
      if (await updateMemberRole(sql, made, wanted.memberId, wanted.role)) return
      return refuseMember()
    case 'end':
      if (await markMembershipEnded(sql, made, wanted.memberId)) return
      return refuseMember()
    default:
      if (await markInvitationCancelled(sql, made, wanted.invitationId)) return
      throw new Refusal('invitation_ended', 'This invitation was accepted or cancelled, or has expired.')
  }
}

/** The link leaves only by mail: nobody sees it before the invited person. */
async function invite(
  sql: Sql,
  mailKey: Buffer,
  made: Made,
  { email, role }: Extract<WantedChange, { action: 'invite' }>,
): Promise<void> {
  const token = newJoinToken()
  const mailId = newId()
  const outcome = await insertTeamInvitation(sql, made, {
    id: newId(),
    email: parseEmail(email),
    role,
    tokenHash: token.hash,
    mailId,
    sealed: sealBytes(mailKey, mailId, Buffer.from(token.text)),
    expiresAt: new Date(made.at.getTime() + INVITATION_MS),
  })
  if (outcome === 'is_member')
    throw new Refusal('member_exists', `${email} belongs to the business. Change their role below.`)
  if (outcome === 'too_many')
    throw new Refusal('rate_limited', 'You invited 20 people in the last day. Try again tomorrow.')
}

/** Refuses early what PostgreSQL would refuse after the signature. */
function requireAllowed({ person }: SignedIn, businessId: string, wanted: WantedChange): void {
  const { role } = requireMembership(person, businessId)
  if (wanted.action === 'invite') {
    parseEmail(wanted.email)
    if (person.side === 'member' && !person.isEmailConfirmed) {
      throw new Refusal(
        'email_unconfirmed',
        'Confirm your own address before you invite others: open the link that we mailed to you.',
      )
    }
  }
  if ('role' in wanted && wanted.role === 'owner' && role !== 'owner') refuseOwner()
}

/** The lines that the member signs. */
function linesOf(wanted: WantedChange): Record<string, string> {
  switch (wanted.action) {
    case 'invite':
      return { action: 'invite', email: parseEmail(wanted.email), role: wanted.role }
    case 'change_role':
      return { action: 'change_role', member: formatId('member', wanted.memberId), role: wanted.role }
    case 'end':
      return { action: 'end', member: formatId('member', wanted.memberId) }
    default:
      return { action: 'cancel', invitation: formatId('invitation', wanted.invitationId) }
  }
}

function refuseChange(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === 'AF499') refuseOwner(error)
  if (code === 'AF498') {
    throw new Refusal(
      'owner_last',
      'A business keeps at least one owner. Make somebody else an owner first.',
      { cause: error },
    )
  }
  throw error
}

function refuseOwner(cause?: unknown): never {
  throw new Refusal(
    'role_missing',
    'Your role does not allow this change. Only an owner makes, changes or removes an owner.',
    { cause },
  )
}

function refuseMember(): never {
  throw new Refusal('member_unknown', 'This person is not in the team any more. Load the page again.')
}
