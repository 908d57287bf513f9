import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/business-store.ts'
import { parseEmail } from '../operators/operator.ts'
import { requireActor } from '../operators/operator-store.ts'
import { issueMemberInvitation } from './invite-person.ts'
import { findMember, insertMember, markMemberDisabled } from './member-store.ts'
import { idOf } from './person.ts'
import { type MemberRole, memberRoles, type OperatorRole, operatorRoles } from './role-actions.ts'
import { revokeSessions } from './session-store.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock }>
/** `mailKey` encrypts the token of the link until the mail is sent. */
type InvitingDeps = Deps & Readonly<{ mailKey: Buffer }>
type By = Readonly<{ actor: string; reason: string }>

/** Invites a member by mail to enrol a passkey. */
export async function inviteMember(deps: InvitingDeps, email: string, by: By): Promise<void> {
  await inTransaction(deps.pool, async (sql) => {
    const id = await requireMember(sql, email)
    const actor = await requireActor(sql, by.actor)
    await issueMemberInvitation(sql, deps, id, { actor, reason: by.reason })
  })
}

/** Gives a person a role in a business, or another role than before. A person who is new to us becomes a member first. */
export async function addMember(
  { pool, clock }: Deps,
  input: Readonly<{ business: string; email: string; name: string; role: MemberRole }>,
  by: By,
): Promise<string> {
  const email = parseEmail(input.email)
  const name = parseName(input.name)
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const business = await requireBusiness(sql, input.business)
    const now = clock.now()
    const id = await insertMember(sql, {
      id: newId(),
      email,
      name,
      businessId: business.id,
      role: input.role,
      at: now,
    })
    const subject = idOf({ side: 'member', id })
    const details = { business: business.linkTag, role: input.role, email }
    await appendAudit(sql, { actor, action: 'member.added', subject, reason: by.reason, details })
    return subject
  })
}

/** Disables a member at once, in all of their businesses. */
export async function disableMember({ pool }: Deps, email: string, by: By): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const id = await requireMember(sql, email)
    await markMemberDisabled(sql, id)
    const subject = idOf({ side: 'member', id })
    await appendAudit(sql, { actor, action: 'member.disabled', subject, reason: by.reason })
  })
}

/** Ends the sessions of an operator, or one of them, at once. Returns how many ended. */
export async function signOutOperator(
  pool: Pool,
  {
    id,
    by,
    only,
    reason,
    at,
  }: Readonly<{ id: string; by: string; only: string | undefined; reason: string; at: Date }>,
): Promise<number> {
  return inTransaction(pool, async (sql) => {
    const ended = await revokeSessions(sql, { side: 'operator', id }, only, at)
    if (ended > 0) {
      const subject = idOf({ side: 'operator', id })
      await appendAudit(sql, {
        actor: by,
        action: 'operator.signed_out',
        subject,
        reason,
        details: { ended },
      })
    }
    return ended
  })
}

export function parseOperatorRoles(texts: readonly string[]): readonly OperatorRole[] {
  const roles = [...new Set(texts)].map((text) => parseRole(operatorRoles, text))
  if (roles.length > 1 && roles.includes('auditor'))
    throw new Refusal('role_unknown', 'An auditor has no other role.')
  return roles
}

export function parseMemberRole(text: string): MemberRole {
  return parseRole(memberRoles, text)
}

function parseRole<Role extends string>(roles: readonly Role[], text: string): Role {
  const role = roles.find((known) => known === text)
  if (role !== undefined) return role
  throw new Refusal('role_unknown', `"${text}" is not a role. Use ${roles.join(', ')}.`)
}

async function requireMember(sql: Sql, email: string): Promise<string> {
  const id = await findMember(sql, parseEmail(email))
  if (id !== undefined) return id
  throw new Refusal('member_unknown', `No member is called "${email}". Check the address.`)
}
