import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { parseName } from '../businesses/business.ts'
import { type CeremonyDeps, requestPasskey, verifyNewPasskey } from './passkey-ceremony.ts'
import type { Person } from './person.ts'
import { insertPersonPasskey } from './person-passkey-store.ts'
import { hashJoinToken } from './secret-token.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { findTeamInvitation, type TeamInvitation, updateJoined } from './team-store.ts'
import { withPasskey } from './use-passkey.ts'

/** Returns an open invitation. Its token came by mail, so only the invited person has it. */
export async function readTeamInvitation(
  { pool, clock }: CeremonyDeps,
  token: string,
): Promise<TeamInvitation> {
  return (await requireOpen({ pool, clock }, token)).invitation
}

/** Returns what a browser needs to create the passkey of an invited person who is new to us. */
export async function requestToJoin(deps: CeremonyDeps, token: string, name: string) {
  const { invitation } = await requireOpen(deps, token)
  requireNew(invitation)
  const person = newMember(newId(), invitation, parseName(name))
  const options = await requestPasskey(deps, purposeOf(person.id), person, [])
  return { memberId: person.id, options }
}

/** A person who just joined, in a new session, and the link tag of the business. */
type Joined = StartedSession & Readonly<{ linkTag: string }>

/** Creates the invited person with their passkey and their role in one commit, and signs them in. */
export async function joinAsNew(
  deps: CeremonyDeps,
  token: string,
  input: Readonly<{ memberId: string; name: string; answer: RegistrationResponseJSON; userAgent: string }>,
): Promise<Joined> {
  const { invitation, hash } = await requireOpen(deps, token)
  requireNew(invitation)
  const name = parseName(input.name)
  const created = await verifyNewPasskey(deps, purposeOf(input.memberId), input.answer)
  const at = deps.clock.now()
  return inTransaction(deps.pool, async (sql) => {
    if (!(await updateJoined(sql, hash, input.memberId, name, at))) refuseEnded()
    const person = newMember(input.memberId, invitation, name)
    const passkey = { id: newId(), ...created, name: 'First passkey', at }
    if (!(await insertPersonPasskey(sql, person, passkey)))
      throw new Refusal('passkey_exists', 'This passkey is enrolled already. Create another one.')
    const how = { method: 'passkey', client: 'browser', userAgent: input.userAgent } as const
    const started = await startSession(sql, { id: passkey.id, person }, how, at)
    return { ...started, linkTag: invitation.linkTag }
  })
}

/**
 * Lets a person who has an account join, with a passkey of theirs, and signs them in. The invitation must be for their address. The link
 * came by mail, so it also confirms the address.
 */
export async function joinAsMember(
  deps: CeremonyDeps,
  token: string,
  { answer, userAgent }: Readonly<{ answer: AuthenticationResponseJSON; userAgent: string }>,
): Promise<Joined> {
  const { invitation, hash } = await requireOpen(deps, token)
  return withPasskey(deps, { purpose: 'sign_in' }, answer, async (sql, { id, person }, now) => {
    if (person.side !== 'member' || person.email !== invitation.email) {
      throw new Refusal(
        'invitation_for_other',
        `This invitation is for ${invitation.email}. The passkey belongs to ${person.email}.`,
      )
    }
    if (!(await updateJoined(sql, hash, person.id, null, now))) refuseEnded()
    const how = { method: 'passkey', client: 'browser', userAgent } as const
    const { linkTag, businessId, role } = invitation
    const others = person.memberships.filter((one) => one.businessId !== businessId)
    const joined = { ...person, isEmailConfirmed: true, memberships: [...others, { businessId, role }] }
    return { ...(await startSession(sql, { id, person: joined }, how, now)), linkTag }
  })
}

type Open = Readonly<{ invitation: TeamInvitation; hash: Buffer }>

async function requireOpen(
  { pool, clock }: Readonly<{ pool: Sql; clock: CeremonyDeps['clock'] }>,
  token: string,
): Promise<Open> {
  const hash = hashJoinToken(token)
  const invitation = hash && (await findTeamInvitation(pool, hash, clock.now()))
  if (hash === undefined || invitation === undefined)
    throw new Refusal('invitation_unknown', 'This invitation does not exist. Open the whole link.')
  return invitation.isOpen ? { invitation, hash } : refuseEnded()
}

function requireNew({ hasAccount, email }: TeamInvitation): void {
  if (hasAccount) throw new Refusal('email_taken', `${email} has an account. Sign in to join.`)
}

function refuseEnded(): never {
  throw new Refusal(
    'invitation_ended',
    'This invitation was accepted or cancelled, or has expired. Ask for a new one.',
  )
}

/** A challenge is for one new person, whose id we chose. */
function purposeOf(memberId: string) {
  return { purpose: 'accept_invitation', subjectId: memberId } as const
}

function newMember(id: string, { email, businessId, role }: TeamInvitation, name: string): Person {
  return {
    side: 'member',
    id,
    email,
    name,
    isEmailConfirmed: true,
    signsFrom: null,
    memberships: [{ businessId, role }],
  }
}
