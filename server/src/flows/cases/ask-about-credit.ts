import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { selectCasesAround } from '../../records/cases/case-store.ts'
import { readCreditStory } from '../../records/cases/credit-story-store.ts'
import { findLien } from '../../records/cases/lien-store.ts'
import { openRequest } from '../../records/cases/open-request-store.ts'

const DUE_AFTER_MS = 86_400_000

/** Opens a question about a credit that has something left, or a lien on it, and about which none is open: one that was kept. */
export async function askAboutCredit(
  sql: Sql,
  input: { lineId: string; operatorId: string; at: Date },
): Promise<string> {
  const { lineId, operatorId, at } = input
  const shown = formatId('credit', lineId)
  const story = await readCreditStory(sql, lineId)
  const isHeld = story?.fund !== null || (await findLien(sql, lineId)) !== undefined
  if (story === undefined || !isHeld) {
    throw new Refusal(
      'not_found',
      `Nothing is left of ${shown}: look at it with "npx afara ops show ${shown}".`,
    )
  }
  const open = (await selectCasesAround(sql, { kind: 'credit', id: lineId })).find(
    ({ state }) => state !== 'resolved',
  )
  if (open !== undefined) {
    const id = formatId('case', open.id)
    throw new Refusal(
      'proposal_waiting',
      `There is a case about ${shown}: decide it there ("npx afara ops show ${id}").`,
    )
  }
  const id = await openRequest(sql, {
    id: newId(),
    mode: story.mode,
    operatorId,
    vendorAccountId: story.account.id,
    lineId,
    summary: 'An operator wants to decide about this credit.',
    resolution: null,
    at,
    dueAt: new Date(at.getTime() + DUE_AFTER_MS),
  })
  return formatId('case', id)
}
