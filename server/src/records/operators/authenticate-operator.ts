import type { Clock } from '../../kernel/clock/clock.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { type Peppers, possibleHmacs, readOperatorKey } from '../keys/key-text.ts'
import { findOperatorByHmacs, type Operator, touchOperatorKey } from './operator-store.ts'

/** Returns the operator of a key. Reads the database for every command, so a revoked key stops working at once. */
export async function authenticateOperator(
  deps: { sql: Sql; clock: Clock; cell: string; peppers: Peppers },
  text: string | undefined,
): Promise<Operator> {
  if (text === undefined || text === '') {
    return refuse(
      'operator_key_missing',
      'Set your operator key: export AFARA_OPERATOR_KEY=ops_…. ' +
        'To create one: npm run admin -- operator key --email <you> --actor <you> --reason "my key".',
    )
  }
  if (readOperatorKey(text)?.cell !== deps.cell) {
    return refuse(
      'operator_key_invalid',
      `AFARA_OPERATOR_KEY is not an operator key of this cell. Copy the whole key; it begins with ops_${deps.cell}_.`,
    )
  }
  const found = await findOperatorByHmacs(deps.sql, possibleHmacs(text, deps.peppers))
  if (found === undefined) {
    return refuse('operator_key_unknown', 'No operator has this key. Create a new one with "operator key".')
  }
  if (found.revokedAt !== null) {
    return refuse(
      'operator_key_revoked',
      `This key was revoked on ${found.revokedAt.toISOString()}. Use your newer key, or create one with "operator key".`,
    )
  }
  if (found.operator.status !== 'active') {
    return refuse(
      'operator_disabled',
      `The operator ${found.operator.email} is disabled. Another operator must act.`,
    )
  }
  await touchOperatorKey(deps.sql, found.keyId, deps.clock.now())
  return found.operator
}

function refuse(code: RefusalCode, message: string): never {
  throw new Refusal(code, message)
}
