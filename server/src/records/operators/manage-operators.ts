import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import { generateOperatorKey, newestHmac, type Peppers } from '../keys/key-text.ts'
import type { OperatorRole } from '../people/role-actions.ts'
import { parseEmail } from './operator.ts'
import {
  findOperatorByEmail,
  insertOperator,
  insertOperatorKey,
  requireActor,
  requireOperator,
  revokeOperatorKeys,
} from './operator-store.ts'

/** Adds an operator. Refuses an email address that is in use. */
export async function createOperator(
  pool: Pool,
  input: {
    id?: string
    email: string
    name: string
    roles?: readonly OperatorRole[]
    actor: string
    reason: string
  },
): Promise<{ id: string; email: string; name: string }> {
  const { roles = ['operator'] } = input
  const operator = { id: input.id ?? newId(), email: parseEmail(input.email), name: parseName(input.name) }
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    if (!(await insertOperator(sql, { ...operator, roles }))) {
      throw new Refusal('operator_exists', `The operator "${operator.email}" already exists.`)
    }
    await appendAudit(sql, {
      actor,
      action: 'operator.created',
      subject: formatId('operator', operator.id),
      reason: input.reason,
      details: { email: operator.email, name: operator.name, roles },
    })
    return operator
  })
}

/** Issues the key that identifies an operator, and revokes the previous one. The secret is shown only once. */
export async function issueOperatorKey(
  deps: { pool: Pool; clock: Clock; cell: string; peppers: Peppers },
  input: { email: string; actor: string; reason: string },
): Promise<{ secret: string; replaced: boolean }> {
  const secret = generateOperatorKey(deps.cell)
  return inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const operatorId = await requireOperator(sql, input.email)
    const at = deps.clock.now()
    const ended = await revokeOperatorKeys(sql, operatorId, at)
    await insertOperatorKey(sql, { id: newId(), operatorId, at }, newestHmac(secret, deps.peppers))
    await appendAudit(sql, {
      actor,
      action: 'operator.key_issued',
      subject: formatId('operator', operatorId),
      reason: input.reason,
      details: { replaced: ended > 0 },
    })
    return { secret, replaced: ended > 0 }
  })
}

/** Revokes an operator's key at once, also if the operator is disabled. */
export async function revokeOperatorKey(
  deps: { pool: Pool; clock: Clock },
  input: { email: string; actor: string; reason: string },
): Promise<void> {
  await inTransaction(deps.pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const operator = await findOperatorByEmail(sql, input.email)
    if (operator === undefined) {
      throw new Refusal('operator_unknown', `No operator is called "${input.email}". Check the address.`)
    }
    if ((await revokeOperatorKeys(sql, operator.id, deps.clock.now())) === 0) {
      throw new Refusal('operator_key_unknown', `${operator.email} has no key to revoke.`)
    }
    await appendAudit(sql, {
      actor,
      action: 'operator.key_revoked',
      subject: formatId('operator', operator.id),
      reason: input.reason,
    })
  })
}
