import type { Mode } from '../../kernel/mode.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Resolution } from './resolution.ts'

export const caseKinds = [
  'contested',
  'ownership_unproved',
  'ambiguous',
  'third_party',
  'weak_evidence',
  'unmatched',
  'stale_credit',
  'duplicate',
  'overpaid',
  'underpaid',
  'late_credit',
  'recall',
  'unexplained_debit',
  'line_aside',
  'unconfirmed_import',
  'request',
  'screening_hit',
  'over_limit',
  'cannot_deliver',
  'send_failed',
  'signer_refused',
  'lane_halted',
  'overdue',
  'refund_due',
  'restored',
  'nodes_disagree',
  'chain_halted',
  'wrong_chain',
  'late_deposit',
  'over_deposited',
  'second_deposit',
  'part_deposited',
  'name_differs',
  'payout_failed',
  'payout_unknown',
  'payout_mismatch',
  'payout_unexplained',
  'refund_choice',
  'reconciliation_differs',
  'float_low',
] as const

export type CaseKind = (typeof caseKinds)[number]

export const caseStates = ['open', 'awaiting_approval', 'resolved'] as const

export type CaseState = (typeof caseStates)[number]

/** A question that an operator must decide, with its evidence. */
export type CaseFile = Readonly<{
  id: string
  mode: Mode
  kind: CaseKind
  vendorAccountId: string | null
  lineId: string | null
  transactionId: string | null
  businessId: string | null
  summary: string
  facts: Readonly<Record<string, unknown>>
  /** Suggested resolution. Null: no suggestion. */
  proposal: Readonly<Record<string, unknown>> | null
  openedAt: Date
  dueAt: Date
  state: CaseState
  ownerId: string | null
  /** The resolution that awaits approval or, when the case is resolved, the final one. */
  resolution: Resolution | null
  /** State of the money that the proposer saw. */
  seen: Readonly<Record<string, unknown>> | null
  proposedBy: string | null
  approvedBy: string | null
  ended: 'approved' | 'dismissed' | 'itself' | null
  resolvedAt: Date | null
  version: number
}>

export type CaseStep = Readonly<{
  sequence: number
  operatorId: string | null
  /** Null: the system acted. */
  operatorName: string | null
  action: 'opened' | 'taken' | 'noted' | 'proposed' | 'declined' | 'approved' | 'dismissed' | 'closed_itself'
  resolution: Readonly<Record<string, unknown>> | null
  reason: string
  at: Date
}>

export function parseCaseKind(text: string): CaseKind {
  const kind = caseKinds.find((known) => known === text)
  if (kind !== undefined) return kind
  throw new Refusal('field_invalid', `"${text}" is not a kind of case. Use ${caseKinds.join(', ')}.`)
}

export function parseCaseState(text: string): CaseState {
  const state = caseStates.find((known) => known === text)
  if (state !== undefined) return state
  throw new Refusal('field_invalid', `"${text}" is not a state. Use ${caseStates.join(', ')}.`)
}
