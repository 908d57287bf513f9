import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { OperatorRole } from '../people/role-actions.ts'

export type Operator = Readonly<{ id: string; email: string; name: string; status: 'active' | 'disabled' }>

/** Returns false if another operator has the address. */
export async function insertOperator(
  sql: Sql,
  operator: Omit<Operator, 'status'> & Readonly<{ roles: readonly OperatorRole[] }>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into operator (id, email, name, roles) values ($1, $2, $3, $4) on conflict (email) do nothing`,
    [operator.id, operator.email, operator.name, operator.roles],
  )
  return rowCount === 1
}

export async function findOperatorByEmail(sql: Sql, email: string): Promise<Operator | undefined> {
  const { rows } = await sql.query<Operator>(
    `select id, email, name, status from operator where email = $1`,
    [email.trim().toLowerCase()],
  )
  return rows[0]
}

/** Returns all operators by email address, with the number of passkeys in use. */
export async function listOperators(
  sql: Sql,
): Promise<ReadonlyArray<Operator & Readonly<{ passkeys: number }>>> {
  const { rows } = await sql.query<Operator & { passkeys: number }>(
    `select o.id, o.email, o.name, o.status,
       (select count(*)::int from passkey p where p.operator_id = o.id and p.revoked_at is null) as passkeys
     from operator o order by o.email`,
  )
  return rows
}

export async function countOperators(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`select count(*)::int as count from operator`)
  return rows[0]?.count ?? 0
}

/** Returns the actor for the audit: the id of an active operator with this email address, or `system:…` unchanged. */
export async function requireActor(sql: Sql, actor: string): Promise<string> {
  return /^system:[a-z0-9-]+$/.test(actor) ? actor : requireOperator(sql, actor)
}

/** Returns the second operator. It is never the system or the actor, so nobody makes this change alone. */
export async function requireApprover(
  sql: Sql,
  input: Readonly<{ actor: string; approver: string | undefined }>,
): Promise<string> {
  if (input.approver === undefined) {
    throw new Refusal(
      'approval_required',
      'This action needs two operators. Name the second one with --approver.',
    )
  }
  const approver = await requireOperator(sql, input.approver)
  if (approver === input.actor) {
    throw new Refusal(
      'approval_by_same_person',
      'The approver must not be the actor. Name another operator with --approver.',
    )
  }
  return approver
}

/** Returns the id of an active operator. */
export async function requireOperator(sql: Sql, email: string): Promise<string> {
  const operator = await findOperatorByEmail(sql, email)
  if (operator?.status === 'active') return operator.id
  throw operator === undefined
    ? new Refusal(
        'operator_unknown',
        `No operator is called "${email}". Check the address, or create the operator.`,
      )
    : new Refusal('operator_disabled', `The operator "${email}" is disabled. Another operator must act.`)
}

export async function updateOperatorRoles(
  sql: Sql,
  id: string,
  roles: readonly OperatorRole[],
): Promise<void> {
  await sql.query(`update operator set roles = $2 where id = $1`, [id, roles])
}

/** Disabling also ends the sessions of the operator. */
export async function updateOperatorStatus(sql: Sql, id: string, status: Operator['status']): Promise<void> {
  await sql.query(`update operator set status = $2 where id = $1`, [id, status])
}
