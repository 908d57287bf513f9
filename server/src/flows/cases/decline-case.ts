import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { declineResolution, dismissCase } from '../../records/cases/case-step-store.ts'
import { caseMoved, requireOpenCase } from '../../records/cases/require-case.ts'

/** Says no to a proposal; also how a proposer takes one back. The case is open again; a request is over. */
export async function declineCase(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: { caseId: string; operatorId: string; reason: string },
): Promise<CaseFile> {
  return inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, input.caseId)
    if (file.state !== 'awaiting_approval') {
      throw new Refusal(
        'proposal_missing',
        `Nothing waits for approval: propose something for ${formatId('case', file.id)} first.`,
      )
    }
    const { operatorId, reason } = input
    const step = { caseId: file.id, version: file.version, operatorId, reason, at: clock.now() }
    const version = await declineResolution(sql, step)
    if (version === null) throw caseMoved(file.id)
    if (file.kind === 'request') await dismissCase(sql, { ...step, version })
    return file
  })
}
