import { isDeepStrictEqual } from 'node:util'
import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { lockCaseMoney, readCaseMoney } from '../../records/cases/case-money-store.ts'
import { approvalBySamePerson, approveResolution } from '../../records/cases/case-step-store.ts'
import { caseMoved, requireCase, requireOpenCase, selectSteps } from '../../records/cases/case-store.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { formatDecision } from '../../records/decisions/decision-text.ts'
import { readPeopleNeeded } from '../../records/decisions/policy-store.ts'
import { signDecision } from '../../records/decisions/sign-decision.ts'
import { issueDecidedInvitation } from '../../records/people/invite-person.ts'
import { carryOut } from './carry-out.ts'
import type { DecisionDeps } from './propose-resolution.ts'

/** `mailKey` encrypts the link of an invitation until its mail is sent. Only decisions about operators need it. */
type ApprovalDeps = DecisionDeps & Readonly<{ mailKey?: Buffer }>

export type Approved = Readonly<{ file: CaseFile; resolution: Resolution }>

/**
 * Approves a proposal and carries it out, in one commit with the audit entry. The approver is another operator, unless one person suffices
 * in this mode. Throws a refusal when the money has moved since the proposal. If there was more than one proposal, the approver must name
 * the version of the proposal that they read.
 */
export async function approveCase(
  { pool, clock, signing, mailKey }: ApprovalDeps,
  input: { caseId: string; operatorId: string; version?: number | undefined; reason?: string | undefined },
): Promise<Approved> {
  return inTransaction(pool, async (sql) => {
    // Locks the money before the case. Recording, matching and sending use the same order: they open cases while they hold the money's
    // locks.
    const named = await requireCase(sql, input.caseId)
    await lockCaseMoney(sql, named.id)
    const file = await requireOpenCase(sql, input.caseId)
    const id = formatId('case', file.id)
    if (
      file.state !== 'awaiting_approval' ||
      file.resolution === null ||
      file.proposedBy === null ||
      file.seen === null
    ) {
      throw new Refusal(
        'proposal_missing',
        `No proposal is waiting for approval. Propose a decision for ${id} first (see "npx afara ops propose --help").`,
      )
    }
    const steps = await selectSteps(sql, file.id)
    const proposals = steps.filter(({ action }) => action === 'proposed')
    if (input.version === undefined ? proposals.length > 1 : input.version !== file.version) {
      throw new Refusal(
        'case_moved',
        `The proposal for ${id} has changed. Check it again with "npx afara ops show ${id}". The last line of the output is the command that approves it.`,
      )
    }
    const { resolution, proposedBy } = file
    if (proposedBy === input.operatorId && (await readPeopleNeeded(sql, file.id)) > 1)
      throw approvalBySamePerson()
    if (!isDeepStrictEqual(await readCaseMoney(sql, file.id, resolution), file.seen)) {
      throw new Refusal(
        'proposal_stale',
        `The money of ${id} has moved since this decision was proposed. Run "npx afara ops show ${id}", decline the proposal, and propose a new one.`,
      )
    }
    const proposal = proposals.at(-1)
    assert(proposal !== undefined, 'a case that waits for approval must have a proposal')
    const { operatorId, reason = 'agreed' } = input
    // The approver signs the text that the proposer signed. The database refuses the signature if the texts differ.
    const text = formatDecision({
      file,
      version: proposal.sequence,
      resolution,
      seen: file.seen,
      reason: proposal.reason,
    })
    const assertion = await signDecision(sql, signing, {
      text,
      operatorId,
      kind: file.kind,
      action: resolution.action,
    })
    const at = clock.now()
    const step = { caseId: file.id, version: file.version, operatorId, reason, at }
    if ((await approveResolution(sql, step, text, assertion)) === null) throw caseMoved(file.id)
    await carryOut(sql, file, resolution, at)
    if (resolution.action === 'invite_operator') {
      assert(mailKey !== undefined, 'the approval of an invitation must have the key of the mail')
      await issueDecidedInvitation(sql, mailKey, file.id, at)
    }
    await appendAudit(sql, {
      actor: proposedBy,
      approvedBy: operatorId === proposedBy ? undefined : operatorId,
      action: 'case.resolved',
      subject: id,
      reason: proposal.reason,
      details: { kind: file.kind, resolution, approval: reason },
    })
    return { file, resolution }
  })
}
