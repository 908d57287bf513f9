import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { openRequest } from '../../records/cases/open-request-store.ts'
import { requireOpenCase } from '../../records/cases/require-case.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { storeWithMoney } from './propose-resolution.ts'

// A request that nobody answered in a day is overdue.
const DUE_AFTER_MS = 86_400_000

export type RequestedChange = Readonly<{
  mode: Mode
  vendorAccountId?: string | undefined
  lineId?: string | undefined
  businessId?: string | undefined
  facts?: Readonly<Record<string, unknown> & { subject: string }> | undefined
  summary: string
  resolution: Resolution
}>

/** Asks for a change that takes two people: a case of its own, opened and proposed in one commit. Returns the case's id. */
export async function requestChange(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: { change: RequestedChange; operatorId: string; reason: string },
): Promise<string> {
  const at = clock.now()
  const id = newId()
  const { change, operatorId, reason } = input
  return inTransaction(pool, async (sql) => {
    const opened = await openRequest(sql, {
      ...change,
      id,
      operatorId,
      at,
      dueAt: new Date(at.getTime() + DUE_AFTER_MS),
    })
    const caseId = formatId('case', opened)
    if (opened !== id) {
      throw new Refusal(
        'proposal_waiting',
        `Something is asked for already: see "npx afara ops show ${caseId}"; approve or decline it first.`,
      )
    }
    const { version } = await requireOpenCase(sql, caseId)
    await storeWithMoney(sql, { caseId: id, version, operatorId, reason, at }, change.resolution)
    return caseId
  })
}
