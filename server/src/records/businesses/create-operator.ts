import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from './business.ts'
import { insertOperator, requireActor } from './operator-store.ts'

/** Adds a person who may act for the ramp. An address that is taken is refused. */
export async function createOperator(
  pool: Pool,
  input: { email: string; name: string; actor: string; reason: string },
): Promise<{ id: string; email: string; name: string }> {
  const operator = { id: newId(), email: parseEmail(input.email), name: parseName(input.name) }
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    if (!(await insertOperator(sql, operator))) {
      throw new Refusal('operator_exists', `There is already an operator "${operator.email}".`)
    }
    await appendAudit(sql, {
      actor,
      action: 'operator.created',
      subject: formatId('operator', operator.id),
      reason: input.reason,
      details: { email: operator.email, name: operator.name },
    })
    return operator
  })
}

/** Only the shape: whether the address is theirs is for the sign-in to prove. */
function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && email.length <= 254) return email
  throw new Refusal('email_invalid', `"${text}" is not an email address.`)
}
