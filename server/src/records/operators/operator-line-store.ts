import type { Sql } from '../../kernel/postgres/pool.ts'
import type { OperatorRole } from '../people/role-actions.ts'
import type { Operator } from './operator-store.ts'

/** An operator with their roles and passkeys in use. */
export type OperatorLine = Operator &
  Readonly<{
    createdAt: Date
    roles: readonly OperatorRole[]
    passkeyCount: number
    /** When a passkey of theirs, revoked or not, last signed in. */
    lastUsedAt: Date | null
  }>

export async function readOperatorLine(sql: Sql, id: string): Promise<OperatorLine | undefined> {
  const { rows } = await sql.query<OperatorLine>(
    `select o.id, o.email, o.name, o.status, o.roles, o.created_at as "createdAt",
       (select count(*)::int from passkey p where p.operator_id = o.id and p.revoked_at is null) as "passkeyCount",
       (select max(p.last_used_at) from passkey p where p.operator_id = o.id) as "lastUsedAt"
     from operator o where o.id = $1`,
    [id],
  )
  return rows[0]
}
