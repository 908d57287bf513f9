import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Operator } from '../../records/operators/operator-store.ts'
import type { OperatorRole } from '../../records/people/role-actions.ts'
import type { SessionClient } from '../../records/people/session-store.ts'

type Dated = string

/** An operator with everything that lets them in. Times inside the lists are texts. */
export type Colleague = Readonly<{
  id: string
  name: string
  email: string
  status: Operator['status']
  roles: readonly OperatorRole[]
  createdAt: Date
  passkeys: ReadonlyArray<Readonly<{ id: string; name: string; createdAt: Dated; lastUsedAt: Dated | null }>>
  sessions: ReadonlyArray<
    Readonly<{
      id: string
      client: SessionClient
      userAgent: string
      createdAt: Dated
      lastSeenAt: Dated
      expiresAt: Dated
    }>
  >
  /** Until when an invitation can be accepted; null: none is open. */
  invitedUntil: Date | null
  /** The proposal about this person that waits for another operator. */
  caseId: string | null
}>

export async function selectTeam(sql: Sql, at: Date): Promise<readonly Colleague[]> {
  const { rows } = await sql.query<Colleague>(
    `select o.id, o.name, o.email, o.status, o.roles, o.created_at as "createdAt",
       coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at)
         order by k.created_at, k.id) from passkey k where k.operator_id = o.id and k.revoked_at is null), '[]') as passkeys,
       coalesce((select json_agg(json_build_object('id', s.id, 'client', s.client, 'userAgent', s.user_agent, 'createdAt', s.created_at,
         'lastSeenAt', s.last_seen_at, 'expiresAt', least(s.idle_expires_at, s.expires_at)) order by s.last_seen_at desc, s.id)
         from person_session s where s.operator_id = o.id and s.revoked_at is null and s.idle_expires_at > $1 and s.expires_at > $1
         and o.status = 'active'), '[]') as sessions,
       (select max(i.expires_at) from invitation i where i.operator_id = o.id and i.accepted_at is null and i.revoked_at is null
         and i.expires_at > $1) as "invitedUntil",
       (select c.id from case_file c where c.kind = 'request' and c.state = 'awaiting_approval'
         and c.facts ->> 'subject' = 'operator:' || o.email limit 1) as "caseId"
     from operator o order by array_position('{active,suspended,ended}', o.status), o.name, o.id`,
    [at],
  )
  return rows
}
