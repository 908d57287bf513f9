import { Refusal } from '../../kernel/refusal.ts'
import type { CaseKind } from './case-file.ts'
import type { Resolution } from './resolution.ts'

export type Action = Resolution['action']

const withCredit = ['allocate', 'return', 'keep'] as const

/** What may be decided about each kind of case. Money is never dismissed: it is given, returned, or kept with a reason. */
export const possibleResolutions: Readonly<Record<CaseKind, readonly Action[]>> = {
  contested: withCredit,
  ownership_unproved: withCredit,
  ambiguous: withCredit,
  third_party: withCredit,
  weak_evidence: withCredit,
  unmatched: withCredit,
  stale_credit: withCredit,
  duplicate: withCredit,
  overpaid: withCredit,
  underpaid: ['accept_short', 'return_part'],
  late_credit: ['accept_late', 'return_part', ...withCredit],
  // About a credit; or about a buy that was stopped because a credit of it is under a lien.
  recall: ['lift_lien', 'took_back', 'keep', 'release', 'reject'],
  unexplained_debit: ['took_back', 'charge', 'keep'],
  line_aside: ['dismiss'],
  unconfirmed_import: ['confirm_import'],
  request: ['move_account', 'set_cap', 'lift_lien', 'lift_freeze', 'resume_lane', ...withCredit],
  // What a list of sanctions holds is never given back: not by this case, nor by any other.
  screening_hit: ['release'],
  over_limit: ['release', 'reject'],
  cannot_deliver: ['fix', 'release', 'retry_send', 'return_all', 'reject'],
  send_failed: ['retry_send', 'return_all'],
  signer_refused: ['retry_send', 'return_all'],
  lane_halted: ['resume_lane'],
  overdue: ['dismiss'],
  // Ends when the naira is paid back.
  refund_due: [],
  restored: ['resume_lane'],
}

export function requirePossible(kind: CaseKind, action: Action): void {
  const possible = possibleResolutions[kind]
  if (possible.includes(action)) return
  if (possible.length === 0) {
    throw new Refusal('resolution_invalid', `There is nothing to decide about ${kind}: it ends by itself.`)
  }
  throw new Refusal(
    'resolution_invalid',
    `A case of the kind ${kind} is not decided by "${toOption(action)}": choose from ${possible.map(toOption).join(', ')}.`,
  )
}

/** As it is typed at the command line. */
export function toOption(action: Action): string {
  if (action === 'confirm_import') return '--as-proposed'
  return `--${action.replaceAll('_', '-')}`
}
