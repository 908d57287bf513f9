import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { selectBusinessNames } from '../../records/businesses/business-store.ts'
import { type Attachment, selectAttachments } from '../../records/cases/attachment-store.ts'
import type { CaseFile, CaseStep } from '../../records/cases/case-file.ts'
import { requireCase, selectOverdueOf, selectSteps } from '../../records/cases/case-store.ts'
import { type Runbook, runbookOf } from '../../records/cases/runbook.ts'
import { readStake, type Stake } from '../../records/cases/stake-store.ts'
import { readSuggestion, type Suggestion } from '../../records/cases/suggestion-store.ts'
import { formatDecision, shortCode } from '../../records/decisions/decision-text.ts'
import { readPeopleNeeded } from '../../records/decisions/policy-store.ts'
import { findOperatorName } from '../../records/operators/operator-store.ts'
import { type Choice, foreseeChoices } from '../cases/foresee-choices.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

/** A proposal that waits for a second person. */
type Proposal = Readonly<{
  by: string
  byName: string
  at: Date
  reason: string
  /** What both people sign. */
  text: string
  code: string
}>

export type CaseScreen = Readonly<{
  file: CaseFile
  ownerName: string | null
  people: number
  stake: Stake
  evidence: Evidence
  choices: readonly Choice[]
  suggestion: Suggestion | null
  proposal: Proposal | null
  steps: readonly CaseStep[]
  files: readonly Attachment[]
  runbook: Runbook
  overdue: Awaited<ReturnType<typeof selectOverdueOf>> | null
}>

const OVERDUE_SHOWN = 20

/** Reads everything that an operator must see before they decide about a case. */
export async function readCaseScreen(sql: Sql, mode: Mode, caseId: string, now: Date): Promise<CaseScreen> {
  const file = await requireCase(sql, caseId)
  // The address says which money the screen is about. A case of the other mode is not found there.
  if (file.mode !== mode) throw new Refusal('case_unknown', `No case in ${mode} mode is called "${caseId}".`)
  const steps = await selectSteps(sql, file.id)
  const people = await readPeopleNeeded(sql, file.id)
  const stake = await readStake(sql, file.id)
  const names = await selectBusinessNames(sql, businessIdsOf(file))
  return {
    file,
    ownerName: file.ownerId === null ? null : await findOperatorName(sql, file.ownerId),
    people,
    stake,
    evidence: evidenceOf(file, stake, names),
    choices: await foreseeChoices(sql, { file, stake, names, now }),
    suggestion: await readSuggestion(sql, file),
    proposal: proposalOf(file, steps),
    steps,
    files: await selectAttachments(sql, file.id),
    runbook: runbookOf(file.kind),
    overdue: file.kind === 'overdue' ? await selectOverdueOf(sql, file.id, OVERDUE_SHOWN) : null,
  }
}

function businessIdsOf({ facts }: CaseFile): string[] {
  const { candidates } = facts
  return (
    Array.isArray(candidates) ? (candidates as ReadonlyArray<Readonly<Record<string, unknown>>>) : []
  ).flatMap(({ business_id: id }) => (typeof id === 'string' ? [id] : []))
}

function proposalOf(file: CaseFile, steps: readonly CaseStep[]): Proposal | null {
  const step = steps.findLast(({ action }) => action === 'proposed')
  if (
    file.state !== 'awaiting_approval' ||
    step === undefined ||
    file.resolution === null ||
    file.seen === null
  )
    return null
  const { resolution, seen } = file
  const text = formatDecision({ file, version: step.sequence, resolution, seen, reason: step.reason })
  return {
    by: file.proposedBy ?? '',
    byName: step.operatorName ?? '',
    at: step.at,
    reason: step.reason,
    text,
    code: shortCode(text),
  }
}
