import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile, CaseKind } from './case-file.ts'
import { liveChanges } from './live-change.ts'
import type { Resolution } from './resolution.ts'

export type Action = Resolution['action']

const withCredit = ['allocate', 'return', 'keep'] as const

/** Resolutions allowed for each kind of case. Money is never dismissed: it is allocated, returned, or kept with a reason. */
const possibleResolutions: Readonly<Record<CaseKind, readonly Action[]>> = {
  // The case closes when the ledger agrees with the bank or the chain. If there are too many tokens, it closes when two operators approve a
  // top-up of the lane.
  reconciliation_differs: [],
  // The case closes when the float is sufficient.
  float_low: [],
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
  recall: ['lift_lien', 'took_back', 'keep'],
  unexplained_debit: ['took_back', 'charge', 'keep'],
  line_aside: ['dismiss', 'read_again'],
  unconfirmed_import: ['confirm_import'],
  request: [
    'move_account',
    'set_cap',
    'lift_lien',
    'lift_freeze',
    'resume_lane',
    'top_up_lane',
    'resume_payouts',
    'abandon_lane',
    'write_off',
    'write_off_payout',
    'adopt_journal',
    'move_naira',
    'move_tokens',
    'top_up_sweeper',
    'pay_by_hand',
    'reopen_match',
    'set_people',
    'allow_standing',
    ...liveChanges,
    ...withCredit,
  ],
  // Sanctioned money is never returned, by this case or any other.
  screening_hit: ['release', 'freeze_and_report'],
  over_limit: ['release', 'reject'],
  cannot_deliver: ['fix', 'release', 'retry_send', 'return_all', 'reject'],
  send_failed: ['retry_send', 'return_all'],
  signer_refused: ['retry_send', 'return_all'],
  lane_halted: ['resume_lane'],
  // The case closes when all of its transactions have moved on.
  overdue: [],
  // The case closes when all of the naira is being refunded.
  refund_due: ['redirect'],
  restored: ['adopt', 'resume_lane'],
  // The case closes when the nodes agree, or another node is used.
  nodes_disagree: [],
  // The case closes when the network again shows the blocks that were read.
  chain_halted: [],
  wrong_chain: ['to_balance', 'return_to_wallet'],
  over_deposited: ['to_balance', 'return_to_wallet'],
  second_deposit: ['to_balance', 'return_to_wallet'],
  late_deposit: ['fix', 'return_all'],
  part_deposited: ['accept_short', 'return_all'],
  name_differs: ['fix', 'return_all'],
  payout_failed: ['fix', 'return_all'],
  payout_unknown: ['was_paid', 'not_paid'],
  payout_mismatch: ['was_paid', 'not_paid'],
  payout_unexplained: ['explain'],
  refund_choice: ['to_balance', 'return_to_wallet'],
}

type Asked = Pick<CaseFile, 'kind' | 'lineId' | 'transactionId' | 'facts'>

/** Returns the resolutions allowed for a case. Some kinds also depend on whether the case is about a credit, a transaction or a lane. */
export function possibleFor({ kind, lineId, transactionId, facts }: Asked): readonly Action[] {
  // A case about tokens that the issuer seized. If many sells share the account, the loss is always ours.
  if (kind === 'recall' && typeof facts.taken_to === 'string')
    return transactionId === null ? ['our_loss'] : ['our_loss', 'customer_loss']
  // A vendor asked about a transfer that the payer process did not send. No money left.
  if (kind === 'reconciliation_differs' && facts.kind === 'approval') return ['dismiss']
  // A line of a bank can only be dismissed, because a bank sends each line once. Only a network can be read again.
  if (kind === 'line_aside' && typeof facts.network !== 'string') return ['dismiss']
  // A case about a payout account. It closes when every payout in the payer process's journal is recorded again or written off.
  if (kind === 'restored' && typeof facts.vendor === 'string') return []
  // A case about a buy that was stopped because one of its credits has a lien. The lien has its own case.
  if (kind === 'recall' && lineId === null && transactionId !== null) return ['release', 'reject']
  // A case about a lane without enough tokens or coins. It closes when the lane has enough.
  if (kind === 'cannot_deliver' && transactionId === null) return []
  // A case about a transaction whose lock was used by an unknown transfer. The lane has its own case.
  if (kind === 'lane_halted' && transactionId !== null) return ['was_paid', 'not_paid']
  // A case about a transaction under whose reference another payment was sent before a restore.
  if (kind === 'restored' && transactionId !== null) return ['reject']
  return possibleResolutions[kind]
}

export function requirePossible(file: Asked, action: Action): void {
  const possible = possibleFor(file)
  if (possible.includes(action)) return
  throw new Refusal(
    'resolution_invalid',
    possible.length === 0
      ? `A case of kind ${file.kind} needs no decision here. It closes automatically.`
      : `A case of kind ${file.kind} cannot be decided with "${toOption(action)}" here. Use ${possible.map(toOption).join(', ')}.`,
  )
}

/** Returns the command-line option or command for an action. */
export function toOption(action: Action): string {
  if (action === 'confirm_import' || action === 'lift_freeze') return '--as-proposed'
  if (action === 'adopt') return 'npx afara ops adopt'
  if (action === 'top_up_lane') return 'npx afara ops lane top-up'
  if (action === 'move_naira') return 'npx afara ops move naira'
  if (action === 'move_tokens') return 'npx afara ops move tokens'
  if (action === 'top_up_sweeper') return 'npx afara ops sweeper top-up'
  if (action === 'pay_by_hand') return 'npx afara ops return by-hand'
  if (action === 'write_off' || action === 'write_off_payout') return 'npx afara ops write-off'
  if (action === 'adopt_journal') return 'npx afara ops journal'
  if (action === 'set_people') return 'npx afara ops people-needed'
  if (action === 'allow_standing') return 'npx afara ops standing allow'
  if (action === 'reopen_match') return 'npx afara ops reopen'
  if (action === 'abandon_lane') return 'npx afara ops lane abandon'
  if (action === 'resume_payouts') return 'npx afara ops payout-account resume'
  return `--${action.replaceAll('_', '-')}`
}
