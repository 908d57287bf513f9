import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/business-store.ts'
import { parseEmail } from '../operators/operator.ts'
import {
  findOperatorByEmail,
  requireActor,
  requireApprover,
  updateOperatorRoles,
  updateOperatorStatus,
} from '../operators/operator-store.ts'
import { insertInvitation, revokeInvitation } from './invitation-store.ts'
import { queueLink } from './mail/queue-link.ts'
import { findMember, insertMember, setMembership, updateMemberStatus } from './member-store.ts'
import { idOf, type PersonId } from './person.ts'
import { type MemberRole, memberRoles, type OperatorRole, operatorRoles } from './role-actions.ts'
import { newInvitationToken } from './secret-token.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock }>
/** `mailKey` encrypts the token of the link until the mail is sent. */
type InvitingDeps = Deps & Readonly<{ mailKey: Buffer }>
type By = Readonly<{ actor: string; reason: string }>
type ByTwo = By & Readonly<{ approver: string | undefined }>

/** How long a person has to accept an invitation. PostgreSQL refuses more than seven days. */
const INVITATION_MS = 3 * 24 * 3_600_000

/** Invites an operator by mail to enrol a passkey. Returns the token, which is shown once. An earlier open invitation is revoked. */
export async function inviteOperator(deps: InvitingDeps, email: string, by: By): Promise<string> {
  return inTransaction(deps.pool, async (sql) => {
    const operator = await requireKnownOperator(sql, email)
    return invite(sql, deps, { side: 'operator', id: operator.id }, by)
  })
}

/** Invites a member by mail to enrol a passkey. */
export async function inviteMember(deps: InvitingDeps, email: string, by: By): Promise<string> {
  return inTransaction(deps.pool, async (sql) => {
    const id = await requireMember(sql, email)
    return invite(sql, deps, { side: 'member', id }, by)
  })
}

/** Changes what an operator may do. Two people decide it, because it decides who may decide. */
export async function changeRoles(
  { pool }: Deps,
  email: string,
  roles: readonly OperatorRole[],
  by: ByTwo,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const approvedBy = await requireApprover(sql, { actor, approver: by.approver })
    const operator = await requireKnownOperator(sql, email)
    await updateOperatorRoles(sql, operator.id, roles)
    const subject = idOf({ side: 'operator', id: operator.id })
    const details = { roles }
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'operator.roles_changed',
      subject,
      reason: by.reason,
      details,
    })
  })
}

/** Disables an operator at once, with all of their sessions, or enables them again. Enabling needs two people. */
export async function changeOperatorStatus(
  { pool }: Deps,
  email: string,
  status: 'active' | 'disabled',
  by: ByTwo,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const approvedBy =
      status === 'active' ? await requireApprover(sql, { actor, approver: by.approver }) : undefined
    const operator = await requireKnownOperator(sql, email)
    await updateOperatorStatus(sql, operator.id, status)
    const subject = idOf({ side: 'operator', id: operator.id })
    const action = status === 'active' ? 'operator.enabled' : 'operator.disabled'
    await appendAudit(sql, { actor, approvedBy, action, subject, reason: by.reason })
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
    const id =
      (await findMember(sql, email)) ?? (await insertMember(sql, { id: newId(), email, name, at: now }))
    await setMembership(sql, { memberId: id, businessId: business.id, role: input.role, at: now })
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
    await updateMemberStatus(sql, id, 'disabled')
    const subject = idOf({ side: 'member', id })
    await appendAudit(sql, { actor, action: 'member.disabled', subject, reason: by.reason })
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

async function invite(sql: Sql, { clock, mailKey }: InvitingDeps, person: PersonId, by: By): Promise<string> {
  const actor = await requireActor(sql, by.actor)
  const now = clock.now()
  const token = newInvitationToken()
  const isRepeated = await revokeInvitation(sql, person, now)
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  await insertInvitation(
    sql,
    person,
    { id: newId(), invitedBy: actor, createdAt: now, expiresAt },
    token.hash,
  )
  await queueLink(sql, mailKey, person, { kind: 'invitation', token, at: now, expiresAt })
  const details = { repeated: isRepeated }
  await appendAudit(sql, {
    actor,
    action: 'person.invited',
    subject: idOf(person),
    reason: by.reason,
    details,
  })
  return token.text
}

async function requireKnownOperator(sql: Sql, email: string) {
  const operator = await findOperatorByEmail(sql, email)
  if (operator !== undefined) return operator
  throw new Refusal('operator_unknown', `No operator is called "${email}". Check the address.`)
}

async function requireMember(sql: Sql, email: string): Promise<string> {
  const id = await findMember(sql, parseEmail(email))
  if (id !== undefined) return id
  throw new Refusal('member_unknown', `No member is called "${email}". Check the address.`)
}
