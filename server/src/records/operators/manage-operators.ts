import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import type { OperatorRole } from '../people/role-actions.ts'
import { parseEmail } from './operator.ts'
import { insertOperator, requireActor } from './operator-store.ts'

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
