import type { Clock } from '../../kernel/clock/clock.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { noteCase as storeNote } from '../../records/cases/case-step-store.ts'
import { requireOpenCase } from '../../records/cases/require-case.ts'

/** Writes down what was found out. A proposal that waits goes on waiting. */
export async function noteCase(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: { caseId: string; operatorId: string; note: string },
): Promise<CaseFile> {
  return inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, input.caseId)
    const { operatorId, note: reason } = input
    const step = { caseId: file.id, version: file.version, operatorId, reason, at: clock.now() }
    assert((await storeNote(sql, step)) !== null, 'a case that is locked and open can be noted on')
    return file
  })
}
