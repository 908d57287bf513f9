import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export type Operator = Readonly<{ id: string; email: string; name: string; status: 'active' | 'disabled' }>

/** False when another operator has the address. */
export async function insertOperator(sql: Sql, operator: Omit<Operator, 'status'>): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into operator (id, email, name) values ($1, $2, $3) on conflict (email) do nothing`,
    [operator.id, operator.email, operator.name],
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

export async function countOperators(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`select count(*)::int as count from operator`)
  return rows[0]?.count ?? 0
}

/** Who did it, as the audit names them: the id of an active operator given by email, or `system:…` as it is. */
export async function requireActor(sql: Sql, actor: string): Promise<string> {
  return /^system:[a-z0-9-]+$/.test(actor) ? actor : requireOperator(sql, actor)
}

/** The second person: always a person, never the one who acts, so that nobody changes this alone. */
export async function requireApprover(
  sql: Sql,
  input: Readonly<{ actor: string; approver: string | undefined }>,
): Promise<string> {
  if (input.approver === undefined) {
    throw new Refusal('approval_required', 'This takes two people: name the second operator as the approver.')
  }
  const approver = await requireOperator(sql, input.approver)
  if (approver === input.actor) {
    throw new Refusal(
      'approval_by_same_person',
      'The approver must be another operator than the one who acts.',
    )
  }
  return approver
}

/** The id of an active operator. */
export async function requireOperator(sql: Sql, email: string): Promise<string> {
  const operator = await findOperatorByEmail(sql, email)
  if (operator?.status === 'active') return operator.id
  throw operator === undefined
    ? new Refusal(
        'operator_unknown',
        `There is no operator "${email}": create one first, or check the address.`,
      )
    : new Refusal('operator_disabled', `The operator "${email}" is disabled: another operator must act.`)
}
