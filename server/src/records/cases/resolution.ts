import type { LiveChange } from './live-change.ts'
import type { StandingTerms, UnderStanding } from './standing.ts'

/** A decision of an operator, as stored. Amounts are decimal strings of minor units. */
export type Resolution =
  | Readonly<{ action: 'allocate'; transaction_id: string; amount_minor: string }>
  | Readonly<{ action: 'return'; amount_minor: string; destination?: Destination; standing?: string }>
  | Readonly<{ action: 'keep' }>
  | (Readonly<{ action: 'accept_short' }> & UnderStanding)
  | Readonly<{ action: 'accept_late' }>
  | (Readonly<{ action: 'return_part'; returns?: readonly ReturnedPart[] }> & UnderStanding)
  | Readonly<{ action: 'dismiss' }>
  | Readonly<{ action: 'took_back'; line_id: string }>
  | Readonly<{ action: 'charge' }>
  | Readonly<{ action: 'move_account'; to: 'active' | 'draining' | 'closed' }>
  | Readonly<{ action: 'set_cap'; amount_minor: string }>
  | Readonly<{ action: 'lift_lien' }>
  | Readonly<{ action: 'set_people'; people: 1 | 2 }>
  | StandingTerms
  | Readonly<{ action: 'confirm_import' }>
  | Release
  | SellRelease
  | Freeze
  | Readonly<{ action: 'reopen_match'; case_id: string }>
  | Readonly<{ action: 'reject'; returns?: readonly ReturnedPart[] }>
  | Readonly<{ action: 'return_all'; returns?: readonly ReturnedPart[] }>
  | (Readonly<{ action: 'retry_send' }> & UnderStanding)
  | Readonly<{ action: 'was_paid' }>
  | Readonly<{ action: 'not_paid' }>
  | Readonly<{ action: 'fix'; account_name?: string }>
  | FreezeLift
  | Readonly<{ action: 'resume_lane'; lane_id: string }>
  | Readonly<{ action: 'resume_payouts'; account_id: string }>
  | Abandonment
  | Adoption
  | TopUp
  | WriteOff
  | PayoutWriteOff
  | JournalAdoption
  | Redirect
  | HandPayment
  | ToBalance
  | ReturnToWallet
  | Explanation
  | Readonly<{ action: 'read_again'; from_block: string }>
  | TakenLoss
  | NairaMove
  | TokenMove
  | Readonly<{ action: 'top_up_sweeper'; network: string; gas_units: string }>
  | LiveChange

/** Lifts a freeze. `unsigned` are the cases of decisions that two operators did not sign and that this decision accepts. */
type FreezeLift = Readonly<{ action: 'lift_freeze'; freeze_id: string; unsigned?: readonly string[] }>

/** The issuer seized tokens from a deposit address. Either we or the customer bear the loss. */
type TakenLoss = Readonly<{ action: 'our_loss' | 'customer_loss'; amount_minor: string }>

/** A held buy or withdrawal continues with the amount and wallet that the operators saw. Null: to the balance. */
type Release = Readonly<{
  action: 'release'
  amount_minor: string
  network: string | null
  address: string | null
}>

/** A held sell continues with the amount of tokens, the account and the account name at the bank that the operators saw. */
type SellRelease = Readonly<{
  action: 'release'
  amount_minor: string
  bank_code: string
  account_number: string
  account_name: string
}>

/** The money belongs to a person on a sanctions list. The amount stays frozen, and the evidence names the report to NIGSAC. */
type Freeze = Readonly<{
  action: 'freeze_and_report'
  asset: 'NGN' | 'NGNC'
  amount_minor: string
  evidence: string
}>

/** Adds locks of a lane that a restored database lacks: `locks` locks from `first_lock` on. The digest covers exactly these locks. */
type Adoption = Readonly<{
  action: 'adopt'
  lane_id: string
  first_lock: string
  locks: string
  tokens_minor: string
  digest: string
}>

/**
 * Abandons a lane whose key is lost and which is unchanged since it was halted. `locks` of its locks have no signed bytes, and the digest
 * covers exactly these.
 */
export type Abandonment = Readonly<{
  action: 'abandon_lane'
  lane_id: string
  since: string
  locks: string
  tokens_minor: string
  digest: string
}>

/** Tokens and coins were sent to a lane of the case's mode, and the ledger books them. One of the amounts may be zero. */
export type TopUp = Readonly<{
  action: 'top_up_lane'
  network: string
  number: number
  tokens_minor: string
  gas_units: string
}>

/** Writes off tokens sent for a request that a restore lost permanently. Either we or the business bear the loss. */
export type WriteOff = Readonly<{
  action: 'write_off'
  lane_id: string
  lock: string
  right_key: string
  tokens_minor: string
  business_id: string | null
}>

/**
 * Writes off a payout of a sell that a restore lost permanently. Either we bear the loss, or the business does from its balance, or there
 * is none because the payout was never made.
 */
export type PayoutWriteOff = Readonly<{
  action: 'write_off_payout'
  account_id: string
  reference: string
  right_key: string
  business_id: string
  amount_minor: string
  /** Amount held from the balance for the payout. Null: the payout was not paid from a balance. */
  balance_minor: string | null
  bears: 'business' | 'loss' | 'nobody'
}>

/** Accepts a rebuilt journal in place of the lost one. Freezes the businesses and payout accounts that have unexplained payments. */
export type JournalAdoption = Readonly<{
  action: 'adopt_journal'
  vault: 'signer' | 'payer'
  count: number
  hash: string
  /** Last known state of the lost journal when the rebuild began. */
  replaces: Readonly<{ count: number; hash: string }> | null
  unexplained: ReadonlyArray<
    Readonly<{ scope: 'business' | 'payout_account'; subject: string; reason: string }>
  >
}>

/** Our naira moves from a collection account to a payout account. */
type NairaMove = Readonly<{
  action: 'move_naira'
  from_account: string
  /** Name of the account that operators use. */
  from: string
  to_account: string
  to: string
  amount_minor: string
}>

/** Our tokens move from one lane to another on the same network. */
type TokenMove = Readonly<{
  action: 'move_tokens'
  from_lane: string
  from: string
  to_lane: string
  to: string
  amount_minor: string
}>

/** Pays a part of a buy's refund to this account. The evidence shows that the account is right. */
export type Redirect = Readonly<{
  action: 'redirect'
  return_id: string
  line_id: string
  amount_minor: string
  bank_code: string
  account_number: string
  account_name: string
  evidence: string
}>

/** Operators pay a return or a part of a refund manually from a collection account. They record this before they pay. */
type HandPayment = Readonly<{
  action: 'pay_by_hand'
  return_id: string
  line_id: string
  amount_minor: string
  account_id: string
  /** Name of our account that operators use. */
  from: string
  bank_code: string | null
  account_number: string
}>

/** Tokens of a sell, or deposits that the sell could not accept, are returned to the balance of the business. */
type ToBalance = Readonly<{
  action: 'to_balance'
  amount_minor: string
  deposits?: readonly ReturnedDeposit[]
}>

/**
 * Returns tokens to the balance and withdraws them at once to a wallet of the business. `confirmed` says how we know that the wallet is
 * theirs.
 */
export type ReturnToWallet = Readonly<{
  action: 'return_to_wallet'
  amount_minor: string
  network: string
  address: string
  confirmed: string
  deposits?: readonly ReturnedDeposit[]
}>

/** A deposit at one of our addresses that its sell could not accept. */
export type ReturnedDeposit = Readonly<{ deposit_id: string; amount_minor: string }>

/**
 * Explanations of a line of a vendor's statement.
 * - `capital`: our own money.
 * - `return`: naira of a payout that was returned.
 * - `payout`: a payout booked without our reference.
 * - `loss`: a loss, or a compensation for one.
 * - `charge`: a charge.
 * - `vendor`: a debt of the vendor to us, or the payment of such a debt.
 * - `somebody`: the money stays in suspense for somebody.
 */
export const explanations = ['capital', 'return', 'payout', 'loss', 'charge', 'vendor', 'somebody'] as const

export type Explanation = Readonly<{
  action: 'explain'
  as: (typeof explanations)[number]
  /** The payout that was returned or made. */
  payout_id?: string
  whose?: string
  evidence: string
}>

/** Account that receives a return. Recorded with the proposal, so that the approver sees it. */
export type Destination = Readonly<{
  account_number: string
  bank_code: string | null
  /** The name in the bank's record. */
  bank_name: string | null
  account_name: string | null
  /**
   * `number`: the bank showed all ten digits. `mask`: the claimed number matches the digits that the bank showed. `payer`: the bank hides the
   * number, and the payer named an account whose holder has the payer's name.
   */
  known_by: 'number' | 'mask' | 'payer'
}>

/** The part of one credit that a buy holds. */
type ReturnedPart = Readonly<{ line_id: string; amount_minor: string; destination: Destination }>
