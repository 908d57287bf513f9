import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Operator } from '../operators/operator-store.ts'
import type { Membership, Person, PersonId } from './person.ts'
import type { OperatorRole } from './role-actions.ts'

/** The columns of a person, for a row `x` that belongs to an operator or to a member. */
export const PERSON_COLUMNS = `coalesce(x.operator_id, x.member_id) as "personId", coalesce(o.email, m.email) as email,
  coalesce(o.name, m.name) as "personName", coalesce(o.status, m.status) as status, o.roles,
  o.id is not null or m.email_confirmed_at is not null as "isEmailConfirmed",
  (select json_agg(json_build_object('businessId', h.business_id, 'role', h.role) order by h.created_at, h.business_id)
   from membership h where h.member_id = x.member_id and h.ended_at is null) as memberships,
  (select max(r.signs_from) from reenrolment r where r.operator_id = x.operator_id or r.member_id = x.member_id) as "signsFrom"`
export const PERSON_JOINS = `left join operator o on o.id = x.operator_id left join member m on m.id = x.member_id`

export type PersonRow = Readonly<{
  personId: string
  email: string
  personName: string
  status: Operator['status'] | 'disabled'
  roles: readonly OperatorRole[] | null
  isEmailConfirmed: boolean
  memberships: readonly Membership[] | null
  signsFrom: Date | null
}>

export function readPerson({
  personId,
  email,
  personName,
  signsFrom,
  roles,
  isEmailConfirmed,
  memberships,
}: PersonRow): Person {
  const who = { id: personId, email, name: personName, signsFrom }
  return roles === null
    ? { side: 'member', ...who, isEmailConfirmed, memberships: memberships ?? [] }
    : { side: 'operator', ...who, roles }
}

/** Returns the values of the columns operator_id and member_id. */
export function ownerColumns({ side, id }: PersonId): [operatorId: string | null, memberId: string | null] {
  return side === 'operator' ? [id, null] : [null, id]
}

export type ListedOperator = Readonly<{
  id: string
  email: string
  name: string
  status: Operator['status']
  roles: readonly OperatorRole[]
  passkeys: number
  createdAt: Date
}>

/** Returns all operators with the number of their passkeys in use. */
export async function listOperators(sql: Sql): Promise<readonly ListedOperator[]> {
  const { rows } = await sql.query<ListedOperator>(
    `select o.id, o.email, o.name, o.status, o.roles, o.created_at as "createdAt",
       (select count(*)::int from passkey k where k.operator_id = o.id and k.revoked_at is null) as passkeys
     from operator o order by o.created_at, o.id`,
  )
  return rows
}
