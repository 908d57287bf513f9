import type { CaseKind } from '../cases/case-file.ts'
import type { Resolution } from '../cases/resolution.ts'
import type { Action } from './role-actions.ts'

type DecisionAction = Extract<Action, `decisions.${string}`>

/** The part of the table that a decision belongs to. Its proposer and its approver both need it. */
export const decisionActions: Readonly<Record<Exclude<Resolution['action'], 'dismiss'>, DecisionAction>> = {
  allocate: 'decisions.payments',
  return: 'decisions.payments',
  keep: 'decisions.payments',
  accept_short: 'decisions.payments',
  accept_late: 'decisions.payments',
  return_part: 'decisions.payments',
  took_back: 'decisions.payments',
  confirm_import: 'decisions.payments',
  release: 'decisions.payments',
  reject: 'decisions.payments',
  return_all: 'decisions.payments',
  retry_send: 'decisions.payments',
  was_paid: 'decisions.payments',
  not_paid: 'decisions.payments',
  fix: 'decisions.payments',
  redirect: 'decisions.payments',
  pay_by_hand: 'decisions.payments',
  to_balance: 'decisions.payments',
  return_to_wallet: 'decisions.payments',
  explain: 'decisions.payments',
  read_again: 'decisions.payments',
  freeze_and_report: 'decisions.sanctions',
  reopen_match: 'decisions.sanctions',
  charge: 'decisions.treasury',
  our_loss: 'decisions.treasury',
  customer_loss: 'decisions.treasury',
  top_up_lane: 'decisions.treasury',
  top_up_sweeper: 'decisions.treasury',
  move_naira: 'decisions.treasury',
  move_tokens: 'decisions.treasury',
  move_account: 'decisions.control',
  set_cap: 'decisions.control',
  lift_lien: 'decisions.control',
  set_people: 'decisions.control',
  allow_standing: 'decisions.standing',
  lift_freeze: 'decisions.control',
  resume_lane: 'decisions.control',
  resume_payouts: 'decisions.control',
  abandon_lane: 'decisions.recovery',
  adopt: 'decisions.recovery',
  adopt_journal: 'decisions.recovery',
  write_off: 'decisions.recovery',
  write_off_payout: 'decisions.recovery',
  go_live: 'decisions.businesses',
  set_terms: 'decisions.businesses',
  issue_key: 'decisions.businesses',
  resume_business: 'decisions.businesses',
  open_collection_account: 'decisions.businesses',
  open_payout_account: 'decisions.businesses',
  open_lane: 'decisions.businesses',
  set_feed: 'decisions.businesses',
  fund_payout_account: 'decisions.treasury',
  set_rate: 'decisions.treasury',
  set_vendor_terms: 'decisions.treasury',
  book_settlement: 'decisions.treasury',
  write_off_debt: 'decisions.treasury',
  invite_operator: 'decisions.operators',
  change_operator_roles: 'decisions.operators',
  resume_operator: 'decisions.operators',
  end_operator: 'decisions.operators',
}

/** Returns the action that a decision of a case needs. What a sanctions list holds is decided by compliance alone. */
export function actionOfDecision(kind: CaseKind, decision: Resolution['action'] | 'sign_off'): Action {
  if (decision === 'sign_off') return 'closes.sign'
  if (decision === 'dismiss') return 'cases.dismiss'
  return kind === 'screening_hit' ? 'decisions.sanctions' : decisionActions[decision]
}
