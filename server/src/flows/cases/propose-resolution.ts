import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { lockCaseMoney, readCaseMoney } from '../../records/cases/case-money-store.ts'
import { dismissCase, proposeResolution as storeProposal } from '../../records/cases/case-step-store.ts'
import { caseMoved, requireCase, requireOpenCase, selectCasesAround } from '../../records/cases/case-store.ts'
import { findLien } from '../../records/cases/credit-fund-store.ts'
import { openRequest } from '../../records/cases/open-request-store.ts'
import { rehearseDecision } from '../../records/cases/rehearsal-store.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { standingKinds } from '../../records/cases/standing.ts'
import { readAmountAtStake } from '../../records/cases/standing-store.ts'
import { readCreditStory } from '../../records/cases/stories/credit-story-store.ts'
import { formatDecision } from '../../records/decisions/decision-text.ts'
import { type Signing, signDecision } from '../../records/decisions/sign-decision.ts'
import { selectUnsignedDecisions } from '../../records/freezes/freeze-store.ts'
import { completeResolution } from './complete-resolution.ts'
import type { WantedResolution } from './wanted-resolution.ts'

/** Dependencies of a decision. The operator who decides also signs. */
export type DecisionDeps = Readonly<{ pool: Pool; clock: Clock; signing: Signing }>

/** `obstacle` says why the proposal cannot be approved yet. Null: it can. */
type Proposed = Readonly<{
  file: CaseFile
  resolution: Resolution
  isDone: boolean
  obstacle: string | null
}>

/**
 * Proposes a decision of a case; another operator must approve it. A decision that moves no money is carried out at once. Without `wanted`,
 * proposes the suggestion of the case.
 */
export async function proposeResolution(
  { pool, clock, signing }: DecisionDeps,
  input: {
    /** A case. Or a credit that has no open case: a case is then opened. */
    caseId: string
    operatorId: string
    wanted: WantedResolution | undefined
    reason: string
    /** The case of the standing decision that it rests on. */
    under?: string | undefined
  },
): Promise<Proposed> {
  return inTransaction(pool, async (sql) => {
    const lineId = parseId('credit', input.caseId)
    const caseId =
      lineId === undefined
        ? input.caseId
        : await askAboutCredit(sql, {
            id: signing.newCaseId(),
            lineId,
            operatorId: input.operatorId,
            at: clock.now(),
          })
    // The proposal is rehearsed, so it locks the money before the case, like an approval.
    await lockCaseMoney(sql, (await requireCase(sql, caseId)).id)
    const file = await requireOpenCase(sql, caseId)
    refuseSecondProposal(file)
    const wanted = input.wanted ?? suggested(file)
    const completed = await nameUnsigned(sql, await completeResolution(sql, file, wanted))
    const resolution = await putUnder(sql, file, completed, input.under)
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
      return { file, resolution, isDone: true, obstacle: null }
    }
    const obstacle = await storeSigned(sql, signing, { file, step, resolution })
    return { file, resolution, isDone: false, obstacle }
  })
}

/** Names the standing decision in a decision, with the amount that counts towards it. The rehearsal refuses what it does not cover. */
async function putUnder(
  sql: Sql,
  file: CaseFile,
  resolution: Resolution,
  under: string | undefined,
): Promise<Resolution> {
  if (under === undefined) return resolution
  const { id } = await requireCase(sql, under)
  if (!Object.hasOwn(standingKinds, resolution.action)) {
    throw new Refusal(
      'standing_exceeded',
      'One person never decides this. Propose it without --under, so that two operators decide it.',
    )
  }
  const amount = await readAmountAtStake(sql, file.id, resolution)
  return { ...resolution, standing: id, amount_minor: amount } as Resolution
}

export function refuseSecondProposal({ id, state }: CaseFile): void {
  if (state !== 'awaiting_approval') return
  const shown = formatId('case', id)
  throw new Refusal(
    'proposal_waiting',
    `A proposal for ${shown} is already waiting. Another operator can approve it. To withdraw it: "npx afara ops decline ${shown} --reason …".`,
  )
}

/**
 * Has the proposer sign the decision and stores it with a snapshot of the money, so that an approval after the money moved is refused. The
 * decision is rehearsed first, so that nobody signs what can never be carried out. Returns why it cannot be carried out yet, or null.
 */
export async function storeSigned(
  sql: Sql,
  signing: Signing,
  {
    file,
    step,
    resolution,
  }: { file: CaseFile; step: Parameters<typeof storeProposal>[1]; resolution: Resolution },
): Promise<string | null> {
  const seen = await readCaseMoney(sql, step.caseId, resolution)
  const obstacle = await rehearseDecision(sql, step, resolution, seen)
  const { operatorId } = step
  const reason = step.reason.trim()
  const text = formatDecision({ file, version: step.version + 1, resolution, seen, reason })
  const assertion = await signDecision(sql, signing, {
    text,
    operatorId,
    kind: file.kind,
    action: resolution.action,
  })
  const version = await storeProposal(sql, step, resolution, seen, { text, assertion })
  if (version === null) throw caseMoved(step.caseId)
  return obstacle
}

/** Adds to the lift of a freeze what the operators accept with it. The vault compares this with the decisions that it could not verify. */
async function nameUnsigned(sql: Sql, resolution: Resolution): Promise<Resolution> {
  if (resolution.action !== 'lift_freeze') return resolution
  const unsigned = await selectUnsignedDecisions(sql, resolution.freeze_id)
  return unsigned.length === 0 ? resolution : { ...resolution, unsigned }
}

function suggested(file: CaseFile): WantedResolution {
  if (file.proposal !== null && 'action' in file.proposal) return file.proposal
  throw new Refusal(
    'proposal_missing',
    'This case has no suggested decision. Name a decision yourself (see "npx afara ops propose --help").',
  )
}

// A requested change that nobody has decided is overdue after a day.
const REQUEST_DUE_MS = 86_400_000

/** Opens a case about a credit that has no open case, for example because it was kept. The credit must have money left or a lien. */
async function askAboutCredit(
  sql: Sql,
  input: { id: string; lineId: string; operatorId: string; at: Date },
): Promise<string> {
  const { lineId, operatorId, at } = input
  const shown = formatId('credit', lineId)
  const story = await readCreditStory(sql, lineId)
  const isHeld = story?.fund !== null || (await findLien(sql, lineId)) !== undefined
  if (story === undefined || !isHeld) {
    throw new Refusal(
      'not_found',
      `Nothing is left of ${shown} to decide about. Check it with "npx afara ops show ${shown}".`,
    )
  }
  const open = (await selectCasesAround(sql, { kind: 'credit', id: lineId })).find(
    ({ state }) => state !== 'resolved',
  )
  if (open !== undefined) {
    const id = formatId('case', open.id)
    throw new Refusal(
      'proposal_waiting',
      `${shown} has an open case. Decide it there ("npx afara ops show ${id}").`,
    )
  }
  const id = await openRequest(sql, {
    id: input.id,
    mode: story.mode,
    operatorId,
    vendorAccountId: story.account.id,
    lineId,
    summary: 'An operator wants to decide about this credit.',
    resolution: null,
    at,
    dueAt: new Date(at.getTime() + REQUEST_DUE_MS),
  })
  return formatId('case', id)
}

type RequestedChange = Readonly<{
  mode: Mode
  vendorAccountId?: string | undefined
  lineId?: string | undefined
  businessId?: string | undefined
  facts?: Readonly<Record<string, unknown> & { subject: string }> | undefined
  summary: string
  resolution: Resolution
}>

/** A request that waits for approval. `obstacle` says why it cannot be approved yet. Null: it can. */
export type Requested = Readonly<{ caseId: string; obstacle: string | null }>

/** Requests a change that needs two operators: opens a case and proposes the change in one commit. */
export async function requestChange(
  { pool, clock, signing }: DecisionDeps,
  input: { change: RequestedChange; operatorId: string; reason: string },
): Promise<Requested> {
  const at = clock.now()
  const id = signing.newCaseId()
  const { change, operatorId, reason } = input
  return inTransaction(pool, async (sql) => {
    const opened = await openRequest(sql, {
      ...change,
      id,
      operatorId,
      at,
      dueAt: new Date(at.getTime() + REQUEST_DUE_MS),
    })
    const caseId = formatId('case', opened)
    if (opened !== id) {
      throw new Refusal(
        'proposal_waiting',
        `A proposal is already waiting. See "npx afara ops show ${caseId}", then approve or decline it first.`,
      )
    }
    const file = await requireOpenCase(sql, caseId)
    const step = { caseId: id, version: file.version, operatorId, reason, at }
    const resolution = await nameUnsigned(sql, change.resolution)
    const obstacle = await storeSigned(sql, signing, { file, step, resolution })
    return { caseId, obstacle }
  })
}
