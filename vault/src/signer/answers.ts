/** The caller names a transfer and sends bytes. The signer reads the facts about the transfer itself. */
export type SignRequest = Readonly<{
  transferId: string
  kind: 'pay' | 'bump' | 'cancel'
  unsigned: Uint8Array
}>

export type SignResult =
  | Readonly<{ outcome: 'signed'; raw: string; hash: string }>
  | Readonly<{ outcome: 'refused'; code: RefusalCode; message: string }>

/** Reasons why nothing was signed. docs/runbooks/signer-refuses.md says how to handle each one. */
type RefusalCode =
  // the bytes
  | 'malformed'
  | 'wrong_chain'
  | 'wrong_call'
  | 'wrong_lock'
  | 'wrong_destination'
  | 'wrong_amount'
  | 'fee_too_high'
  // the rows
  | 'unknown_transfer'
  | 'transfer_over'
  | 'unknown_lane'
  | 'lane_halted'
  | 'right_mismatch'
  | 'status_forbids'
  | 'destination_forbidden'
  | 'opening_missing'
  | 'not_funded'
  | 'credit_doubtful'
  | 'credit_taken_back'
  | 'credit_under_lien'
  | 'refund_decided'
  | 'balance_unproven'
  // the bank itself
  | 'credit_unconfirmed'
  | 'bank_unavailable'
  | 'frozen'
  // the decisions of operators
  | 'decision_unsigned'
  | 'operators_unavailable'
  | 'decision_in_doubt'
  // the withdrawals of members
  | 'withdrawal_mismatch'
  | 'withdrawal_unsigned'
  | 'request_unsigned'
  | 'wallet_not_enrolled'
  // the journal
  | 'lock_used'
  | 'lock_cancelled'
  | 'right_used'
  | 'retry_undecided'
  | 'credit_used'
  | 'journal_behind'
  // the policy
  | 'over_transfer_cap'
  | 'over_hour_cap'
  | 'over_day_cap'
  | 'over_first_day_cap'
  | 'unknown_sweeper'
  | 'too_many_salts'

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export function refuseUnless(condition: boolean, code: RefusalCode, message: string): asserts condition {
  if (!condition) throw new Refused(code, message)
}
