import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { OperatorRole } from '../people/role-actions.ts'

export type Operator = Readonly<{
  id: string
  email: string
  name: string
  /** A suspended operator can be resumed. An ended one returns only by a new invitation. */
  status: 'active' | 'suspended' | 'ended'
}>

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

/** Refuses an address that no operator has. */
export async function findOperatorName(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>('select name from operator where id = $1', [id])
  return rows[0]?.name ?? null
}

export async function requireKnownOperator(sql: Sql, email: string): Promise<Operator> {
  const operator = await findOperatorByEmail(sql, email)
  if (operator !== undefined) return operator
  throw new Refusal('operator_unknown', `No operator is called "${email}". Check the address.`)
}

/** An operator whose signature can count, with the public keys of their passkeys in COSE format. All bytes are base64url. */
type Signer = Readonly<{
  id: string
  email: string
  name: string
  credentials: ReadonlyArray<Readonly<{ id: string; cose: string }>>
}>

/** Returns the active operators with a passkey, by email address. */
export async function listSigners(sql: Sql): Promise<readonly Signer[]> {
  const { rows } = await sql.query<Signer>(
    `select o.id, o.email, o.name, json_agg(json_build_object(
       'id', translate(encode(k.credential_id, 'base64'), E'+/=\\n', '-_'),
       'cose', translate(encode(k.public_key, 'base64'), E'+/=\\n', '-_')) order by k.created_at, k.id) as credentials
     from operator o join passkey k on k.operator_id = o.id and k.revoked_at is null
     where o.status = 'active' group by o.id order by o.email`,
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
    : new Refusal(
        'operator_disabled',
        `The operator "${email}" is ${operator.status}. Another operator must act.`,
      )
}

/** Suspends an operator at once, with their sessions and waiting proposals. Returns false if the operator was not active. */
export async function suspendOperator(
  sql: Sql,
  input: Readonly<{ id: string; by: string; reason: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ suspended: boolean }>(
    `select suspend_operator($1, $2, $3, $4) as suspended`,
    [input.id, input.by, input.reason, input.at],
  )
  return rows[0]?.suspended === true
}

/** Lets nobody else add operators until the commit. */
export async function lockOperators(sql: Sql): Promise<void> {
  await sql.query('lock table operator in share row exclusive mode')
}

/** Freezes everything that leaves, opens the case, writes the audit and mails every operator. Returns the case. */
export async function recordBrokenGlass(
  sql: Sql,
  reason: string,
  emails: readonly string[],
  at: Date,
): Promise<string> {
  const values = [reason, JSON.stringify(emails), at]
  const { rows } = await sql.query<{ id: string }>('select break_glass($1, $2, $3) as id', values)
  return rows[0]?.id ?? ''
}

/** Lets a person in during break-glass, without their earlier passkeys. A new person gets `id`. Returns the operator's id. */
export async function reinstateOperator(
  sql: Sql,
  { id, email, name, roles }: Omit<Operator, 'status'> & Readonly<{ roles: readonly OperatorRole[] }>,
  at: Date,
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('select reinstate_operator($1, $2, $3, $4, $5) as id', [
    id,
    email,
    name,
    roles,
    at,
  ])
  return rows[0]?.id ?? ''
}
