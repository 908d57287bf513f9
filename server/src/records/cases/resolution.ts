import { Refusal } from '../../kernel/refusal.ts'

/** What an operator may decide, as it is stored: amounts as texts of minor units. */
export type Resolution =
  | Readonly<{ action: 'allocate'; transaction_id: string; amount_minor: string }>
  | Readonly<{ action: 'return'; amount_minor: string; destination?: Destination }>
  | Readonly<{ action: 'keep' }>
  | Readonly<{ action: 'accept_short' }>
  | Readonly<{ action: 'accept_late' }>
  | Readonly<{ action: 'return_part'; returns?: readonly ReturnedPart[] }>
  | Readonly<{ action: 'dismiss' }>
  | Readonly<{ action: 'took_back'; line_id: string }>
  | Readonly<{ action: 'charge' }>
  | Readonly<{ action: 'move_account'; to: 'active' | 'draining' | 'closed' }>
  | Readonly<{ action: 'set_cap'; amount_minor: string }>
  | Readonly<{ action: 'lift_lien' }>
  | Readonly<{ action: 'confirm_import' }>
  | Release
  | SellRelease
  | Freeze
  | Readonly<{ action: 'reopen_match'; case_id: string }>
  | Readonly<{ action: 'reject'; returns?: readonly ReturnedPart[] }>
  | Readonly<{ action: 'return_all'; returns?: readonly ReturnedPart[] }>
  | Readonly<{ action: 'retry_send' }>
  | Readonly<{ action: 'was_paid' }>
  | Readonly<{ action: 'not_paid' }>
  | Readonly<{ action: 'fix'; account_name?: string }>
  | Readonly<{ action: 'lift_freeze'; freeze_id: string }>
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

/** Tokens that the issuer took from a deposit address: we bear the loss, or the customer does. */
type TakenLoss = Readonly<{ action: 'our_loss' | 'customer_loss'; amount_minor: string }>

/** A buy under review goes on: this amount for this wallet, as those who decide have seen it. Without a wallet, to the balance. */
type Release = Readonly<{
  action: 'release'
  amount_minor: string
  network: string | null
  address: string | null
}>

/** The same for a sell: this amount of tokens, paid to this account, which the bank has under this name. */
type SellRelease = Readonly<{
  action: 'release'
  amount_minor: string
  bank_code: string
  account_number: string
  account_name: string
}>

/** It is of somebody on a list of sanctions: this amount stays where it is, and the evidence names the report to NIGSAC. */
type Freeze = Readonly<{
  action: 'freeze_and_report'
  asset: 'NGN' | 'NGNC'
  amount_minor: string
  evidence: string
}>

/** What a restored database has forgotten of a lane is taken over: so many locks from this one on, as the digest says. */
type Adoption = Readonly<{
  action: 'adopt'
  lane_id: string
  first_lock: string
  locks: string
  tokens_minor: string
  digest: string
}>

/** A lane whose key is lost is given up, as it has stood since it was halted: so many locks without bytes, as the digest says. */
export type Abandonment = Readonly<{
  action: 'abandon_lane'
  lane_id: string
  since: string
  locks: string
  tokens_minor: string
  digest: string
}>

/** Tokens and coins were brought to a lane of the case's mode, and the books follow. One of the two may be nothing. */
export type TopUp = Readonly<{
  action: 'top_up_lane'
  network: string
  number: number
  tokens_minor: string
  gas_units: string
}>

/** Tokens that left before a restore for a request that is lost for ever: we bear it, or the business does. */
export type WriteOff = Readonly<{
  action: 'write_off'
  lane_id: string
  lock: string
  right_key: string
  tokens_minor: string
  business_id: string | null
}>

/** A payout that left before a restore for a sell that is lost for ever: we bear it, the balance of its business does, or it was never made. */
export type PayoutWriteOff = Readonly<{
  action: 'write_off_payout'
  account_id: string
  reference: string
  right_key: string
  business_id: string
  amount_minor: string
  /** What was held in the balance for it; null when it was not paid out of one. */
  balance_minor: string | null
  bears: 'business' | 'loss' | 'nobody'
}>

/** A lost journal of the vault that was written anew is its journal from now on; what nothing explains is frozen. */
export type JournalAdoption = Readonly<{
  action: 'adopt_journal'
  vault: 'signer' | 'payer'
  count: number
  hash: string
  /** How far the lost journal was seen to be when the rebuild began. */
  replaces: Readonly<{ count: number; hash: string }> | null
  unexplained: ReadonlyArray<
    Readonly<{ scope: 'business' | 'payout_account'; subject: string; reason: string }>
  >
}>

/** Naira of ours goes from a collection account to a payout account. */
type NairaMove = Readonly<{
  action: 'move_naira'
  from_account: string
  /** As people know it. */
  from: string
  to_account: string
  to: string
  amount_minor: string
}>

/** Tokens of ours go from one lane to another of the same network. */
type TokenMove = Readonly<{
  action: 'move_tokens'
  from_lane: string
  from: string
  to_lane: string
  to: string
  amount_minor: string
}>

/** A part of a buy's naira that goes back is paid to this account, as the evidence says. */
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

/** People pay a return, or a part of a refund, by hand from a collection account. They say so before they pay. */
type HandPayment = Readonly<{
  action: 'pay_by_hand'
  return_id: string
  line_id: string
  amount_minor: string
  account_id: string
  /** Our account, as people know it. */
  from: string
  bank_code: string | null
  account_number: string
}>

/** Tokens that go back are in the balance of their business: what a sell holds, or deposits that it could not take. */
type ToBalance = Readonly<{
  action: 'to_balance'
  amount_minor: string
  deposits?: readonly ReturnedDeposit[]
}>

/** The same, and at once a withdrawal of it to a wallet of the business; confirmed says how we know that it is. */
export type ReturnToWallet = Readonly<{
  action: 'return_to_wallet'
  amount_minor: string
  network: string
  address: string
  confirmed: string
  deposits?: readonly ReturnedDeposit[]
}>

/** What came to an address of ours besides what its sell could take. */
export type ReturnedDeposit = Readonly<{ deposit_id: string; amount_minor: string }>

/**
 * What a line of a vendor's own book was: money of our own, naira of a payout that came back, a payout that was booked without our
 * reference, a loss or what makes one good, a charge, what the vendor owes us or pays of it; or it stays in suspense for somebody.
 */
export const explanations = ['capital', 'return', 'payout', 'loss', 'charge', 'vendor', 'somebody'] as const

export type Explanation = Readonly<{
  action: 'explain'
  as: (typeof explanations)[number]
  /** Which payment came back, or was made. */
  payout_id?: string
  whose?: string
  evidence: string
}>

/** Where money goes back to, written down when it is proposed, so that the approver sees it. */
export type Destination = Readonly<{
  account_number: string
  bank_code: string | null
  /** As the bank's record has it. */
  bank_name: string | null
  account_name: string | null
  /** The bank showed all ten digits, or a part of them that the claimed number fits. */
  known_by: 'number' | 'mask'
}>

/** What a buy holds of one credit. */
type ReturnedPart = Readonly<{ line_id: string; amount_minor: string; destination: Destination }>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const minor = /^(0|[1-9][0-9]{0,37})$/

/** Reads what a rule proposed or an operator typed; refuses what is not a whole resolution. */
export function readResolution(value: Readonly<Record<string, unknown>>): Resolution {
  const { action } = value
  const text = (name: string, shape: RegExp): string => {
    const given = value[name]
    if (typeof given === 'string' && shape.test(given)) return given
    throw new Refusal('resolution_invalid', `"${String(action)}" needs a valid ${name}.`)
  }
  switch (action) {
    case 'allocate':
      return {
        action,
        transaction_id: text('transaction_id', uuid),
        amount_minor: text('amount_minor', minor),
      }
    case 'return':
      return readReturn(value.amount_minor)
    case 'took_back':
      return { action, line_id: text('line_id', uuid) }
    case 'keep':
    case 'accept_short':
    case 'accept_late':
    case 'return_part':
    case 'dismiss':
    case 'charge':
    case 'lift_lien':
    case 'confirm_import':
    case 'retry_send':
    case 'fix':
      return { action }
    case 'read_again':
      return { action, from_block: text('from_block', minor) }
    case 'lift_freeze':
      return { action, freeze_id: text('freeze_id', uuid) }
    case 'resume_lane':
      return { action, lane_id: text('lane_id', uuid) }
    case 'set_cap':
      return { action, amount_minor: text('amount_minor', minor) }
    case 'move_account': {
      const { to } = value
      if (to === 'active' || to === 'draining' || to === 'closed') return { action, to }
      break
    }
  }
  throw new Refusal('resolution_invalid', `"${String(action)}" is not a decision.`)
}

/** Without its destination, which follows from the bank's record. */
export function readReturn(amountMinor: unknown): Extract<Resolution, { action: 'return' }> {
  if (typeof amountMinor === 'string' && minor.test(amountMinor))
    return { action: 'return', amount_minor: amountMinor }
  throw new Refusal('resolution_invalid', 'A return needs an amount.')
}
