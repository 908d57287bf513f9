import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, parseId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readCaseMoney } from '../../records/cases/case-money-store.ts'
import { dismissCase, proposeResolution as storeProposal } from '../../records/cases/case-step-store.ts'
import { caseMoved, requireOpenCase } from '../../records/cases/require-case.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { askAboutCredit } from './ask-about-credit.ts'
import { completeResolution } from './complete-resolution.ts'
import type { WantedResolution } from './wanted-resolution.ts'

export type Proposed = Readonly<{ file: CaseFile; resolution: Resolution; isDone: boolean }>

/**
 * Proposes how a case should end; another operator must approve it. Only what means no money is done at once. Without a
 * wanted resolution, it is what was suggested when the case was opened.
 */
export async function proposeResolution(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: {
    /** A case, or a credit about which none is open: then one is opened. */
    caseId: string
    operatorId: string
    wanted: WantedResolution | undefined
    reason: string
  },
): Promise<Proposed> {
  return inTransaction(pool, async (sql) => {
    const lineId = parseId('credit', input.caseId)
    const caseId =
      lineId === undefined
        ? input.caseId
        : await askAboutCredit(sql, { lineId, operatorId: input.operatorId, at: clock.now() })
    const file = await requireOpenCase(sql, caseId)
    if (file.state === 'awaiting_approval') {
      const id = formatId('case', file.id)
      throw new Refusal(
        'proposal_waiting',
        `A proposal for ${id} waits already. Another operator approves it; "npx afara ops decline ${id} --reason …" takes it away.`,
      )
    }
    const wanted = input.wanted ?? suggested(file)
    const resolution = await completeResolution(sql, file, wanted)
    const { operatorId, reason } = input
    const step = { caseId: file.id, version: file.version, operatorId, reason, at: clock.now() }
    if (resolution.action === 'dismiss') {
      if ((await dismissCase(sql, step)) === null) throw caseMoved(file.id)
      await appendAudit(sql, {
        actor: operatorId,
        action: 'case.dismissed',
        subject: formatId('case', file.id),
        reason,
      })
      return { file, resolution, isDone: true }
    }
    await storeWithMoney(sql, step, resolution)
    return { file, resolution, isDone: false }
  })
}

/** With the money as it is now, so that an approval after it has moved is refused. */
export async function storeWithMoney(
  sql: Sql,
  step: Parameters<typeof storeProposal>[1],
  resolution: Resolution,
): Promise<void> {
  const seen = await readCaseMoney(sql, step.caseId, resolution)
  if ((await storeProposal(sql, step, resolution, seen)) === null) throw caseMoved(step.caseId)
}

function suggested(file: CaseFile): WantedResolution {
  if (file.proposal !== null && 'action' in file.proposal) return file.proposal
  throw new Refusal(
    'proposal_missing',
    'Nothing was suggested for this case: say what to do (see "npx afara ops propose --help").',
  )
}
