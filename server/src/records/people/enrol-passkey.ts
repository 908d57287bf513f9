import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { findInvitation, findSignsFrom, type Invitation, markInvitationAccepted } from './invitation-store.ts'
import { type CeremonyDeps, type NewPasskey, requestPasskey, verifyNewPasskey } from './passkey-ceremony.ts'
import { idOf, type Person } from './person.ts'
import {
  insertPersonPasskey,
  listPasskeys,
  lockPasskeys,
  markPasskeyRevoked,
  type PersonPasskey,
} from './person-passkey-store.ts'
import { requireFresh } from './require-access.ts'
import { hashInvitationToken } from './secret-token.ts'
import type { SignedIn } from './start-session.ts'

type Answer = Readonly<{ name: string; answer: RegistrationResponseJSON }>

/** Returns an open invitation and what a browser needs to create the passkey. */
export async function readInvitation(deps: CeremonyDeps, token: string) {
  const invitation = await requireInvitation(deps, token)
  // Older passkeys end, so the same device may create another one.
  const options = await requestPasskey(deps, purposeOf(invitation), invitation.person, [])
  return { invitation, options }
}

/**
 * Enrols the passkey of an invited person. The invitation is used up in the same commit. If they had a passkey before, PostgreSQL ends their
 * other passkeys, sessions and codes in this commit, makes them wait before they sign, and has everybody told.
 */
export async function acceptInvitation(
  deps: CeremonyDeps,
  token: string,
  { name, answer }: Answer,
): Promise<Readonly<{ passkey: PersonPasskey; signsFrom: Date | null }>> {
  const invitation = await requireInvitation(deps, token)
  const { person } = invitation
  const created = await verifyNewPasskey(deps, purposeOf(invitation), answer)
  return inTransaction(deps.pool, async (sql) => {
    const now = deps.clock.now()
    const passkey = await enrol(sql, person, { name, created, at: now }, 'accepted the invitation')
    if (!(await markInvitationAccepted(sql, invitation.id, passkey.id, now))) refuseEnded()
    const signsFrom = await findSignsFrom(sql, passkey.id)
    if (signsFrom !== null) {
      await appendAudit(sql, {
        actor: person.id,
        action: 'person.reenrolled',
        subject: idOf(person),
        reason: 'accepted an invitation after an earlier passkey',
        details: { signs_from: signsFrom },
      })
    }
    return { passkey, signsFrom }
  })
}

/** Returns what a browser needs to create a further passkey of a person who signed in recently. */
export async function requestFurtherPasskey(deps: CeremonyDeps, signedIn: SignedIn) {
  requireFresh(signedIn, deps.clock)
  const enrolled = await enrolledBy(deps.pool, signedIn.person)
  return requestPasskey(deps, furtherOf(signedIn), signedIn.person, enrolled)
}

export async function addPasskey(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  { name, answer }: Answer,
): Promise<PersonPasskey> {
  requireFresh(signedIn, deps.clock)
  const created = await verifyNewPasskey(deps, furtherOf(signedIn), answer)
  return inTransaction(deps.pool, async (sql) =>
    enrol(sql, signedIn.person, { name, created, at: deps.clock.now() }, 'added a further passkey'),
  )
}

/** Revokes a passkey of a person, and ends the sessions that were started with it. The last one stays, or they could not return. */
export async function revokePasskey(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  person: Person,
  passkeyId: string,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const inUse = await lockPasskeys(sql, person)
    if (!inUse.includes(passkeyId)) {
      throw new Refusal('passkey_id_unknown', 'You have no passkey with this id.')
    }
    if (inUse.length === 1) {
      throw new Refusal('passkey_last', 'This is your only passkey. Add another one first.')
    }
    await markPasskeyRevoked(sql, passkeyId, clock.now())
    await appendAudit(sql, {
      actor: person.id,
      action: 'passkey.revoked',
      subject: idOf(person),
      reason: 'revoked by its owner',
      details: { passkey: formatId('passkey', passkeyId) },
    })
  })
}

async function requireInvitation({ pool, clock }: CeremonyDeps, token: string): Promise<Invitation> {
  const tokenHash = hashInvitationToken(token)
  const invitation = tokenHash && (await findInvitation(pool, tokenHash))
  if (invitation === undefined) {
    throw new Refusal('invitation_unknown', 'This invitation does not exist. Open the whole link.')
  }
  const { acceptedAt, revokedAt, expiresAt, isDisabled } = invitation
  if (acceptedAt !== null || revokedAt !== null || clock.now() >= expiresAt || isDisabled) refuseEnded()
  return invitation
}

function refuseEnded(): never {
  throw new Refusal(
    'invitation_ended',
    'This invitation was accepted, was revoked or has expired. Ask for a new one.',
  )
}

async function enrolledBy(sql: Sql, person: Person): Promise<Buffer[]> {
  return (await listPasskeys(sql, person)).map(({ credentialId }) => credentialId)
}

async function enrol(
  sql: Sql,
  person: Person,
  { name, created, at }: Readonly<{ name: string; created: NewPasskey; at: Date }>,
  reason: string,
): Promise<PersonPasskey> {
  const id = newId()
  if (!(await insertPersonPasskey(sql, person, { id, ...created, name, at }))) {
    throw new Refusal('passkey_exists', 'This passkey is enrolled already. Create another one.')
  }
  await appendAudit(sql, {
    actor: person.id,
    action: 'passkey.enrolled',
    subject: idOf(person),
    reason,
    details: { passkey: formatId('passkey', id), name },
  })
  return { id, credentialId: created.credentialId, name, createdAt: at, lastUsedAt: null }
}

function purposeOf({ id }: Invitation) {
  return { purpose: 'accept_invitation', subjectId: id } as const
}

function furtherOf({ session }: SignedIn) {
  return { purpose: 'add_passkey', subjectId: session.id } as const
}
