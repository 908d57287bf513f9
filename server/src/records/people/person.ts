import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type Action, type MemberRole, mayMember, mayOperator, type OperatorRole } from './role-actions.ts'

/** A person who can sign in. However many passkeys they have, they are one person. */
export type Person = OperatorPerson | MemberPerson

export type OperatorPerson = Readonly<{
  side: 'operator'
  id: string
  email: string
  name: string
  /** When a person who enrolled again may sign and approve. Null if they never enrolled again. */
  signsFrom: Date | null
  roles: readonly OperatorRole[]
}>

type MemberPerson = Readonly<{
  side: 'member'
  id: string
  email: string
  /** Whether the person opened the link that we mailed to the address. */
  isEmailConfirmed: boolean
  name: string
  signsFrom: Date | null
  memberships: readonly Membership[]
}>

export type Membership = Readonly<{ businessId: string; role: MemberRole }>

/** A person by id, for stores. */
export type PersonId = Readonly<{ side: Person['side']; id: string }>

/** Refuses a person whom no role allows this action. A member may need to have the role in another business than the request names. */
export function requireRole(person: Person, action: Action): void {
  const may =
    person.side === 'operator'
      ? mayOperator(person.roles, action)
      : person.memberships.some(({ role }) => mayMember(role, action))
  if (!may) refuseRole(action)
}

/** Refuses a member who has no role in this business, as if the business did not exist, or whose role there does not allow this action. */
export function requireRoleIn(person: Person, businessId: string, action: Action): void {
  if (person.side === 'operator') return requireRole(person, action)
  if (!mayMember(requireMembership(person, businessId).role, action)) refuseRole(action)
}

/** Returns the role of a member in a business. An operator has none. */
export function requireMembership(person: Person, businessId: string): Membership {
  const memberships = person.side === 'member' ? person.memberships : []
  const membership = memberships.find((one) => one.businessId === businessId)
  if (membership === undefined) throw new Refusal('business_unknown', 'This business does not exist.')
  return membership
}

function refuseRole(action: Action): never {
  throw new Refusal('role_missing', `Your role does not allow "${action}". Ask an administrator.`)
}

/** Returns the public id of a person. */
export function idOf({ side, id }: PersonId): string {
  return formatId(side, id)
}
