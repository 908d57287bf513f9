import type { Clock } from '../../kernel/clock/clock.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { takeCase as storeTaking } from '../../records/cases/case-step-store.ts'
import { requireOpenCase } from '../../records/cases/require-case.ts'

/** Says who is on a case, so that two do not call the same payer. It shuts nobody out. */
export async function takeCase(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: { caseId: string; operatorId: string; reason: string },
): Promise<CaseFile> {
  return inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, input.caseId)
    const { operatorId, reason } = input
    const step = { caseId: file.id, version: file.version, operatorId, reason, at: clock.now() }
    assert((await storeTaking(sql, step)) !== null, 'a case that is locked and open can be taken')
    return file
  })
}
