import type { Mode } from '@afara/server/kernel/mode.ts'
import { decisionActions } from '@afara/server/records/people/decision-actions.ts'

/** Every kind of decision that the product has. */
export const kinds: readonly string[] = Object.keys(decisionActions)

/** These change what later decisions need, so they are forged after the others. */
export const last: readonly string[] = ['allow_standing', 'set_people', 'adopt_journal']

/** Second forms of a kind, with a recipe of their own. The first word is the kind. */
export const variants: readonly string[] = [
  'release of a sell',
  'accept_short under a standing decision that nobody approved',
]

export const kindOf = (form: string): string => form.split(' ')[0] ?? ''

/** What an attacker wants to be decided, and about what. */
export type Wanted = Readonly<{
  mode: Mode
  /** The case, if there is one. Otherwise one of this kind is opened. */
  caseId?: string
  caseKind?: string
  account?: string
  line?: string
  transaction?: string
  business?: string
  facts?: Readonly<Record<string, unknown>>
  resolution: Readonly<Record<string, unknown>>
}>

/**
 * Kinds that two people could not decide in the proof either, because a bank, a chain or a restore must show something first. They are
 * attacked like the others, but a success would prove less.
 */
export const unarmed: Readonly<Record<string, string>> = {
  'accept_short under a standing decision that nobody approved':
    'one person decides nothing without a standing decision',
  accept_late: 'needs a buy that had ended when it was paid',
  reject: 'needs a buy that a limit holds; return_all refunds in the same way',
  fix: 'needs a sell whose bank account does not exist',
  retry_send: 'needs a transfer that the chain refused',
  was_paid: 'needs a payout that the bank does not know',
  not_paid: 'needs a payout that the bank does not know',
  redirect: 'needs a refund that the bank returned',
  pay_by_hand: 'needs a return that no bank can pay',
  to_balance: 'needs a deposit that its sell could not accept',
  return_to_wallet: 'needs a deposit that its sell could not accept',
  explain: 'needs an unexplained line of a vendor',
  our_loss: 'needs tokens that the issuer seized',
  customer_loss: 'needs tokens that the issuer seized',
  top_up_lane: 'needs tokens above the ledger on the chain',
  top_up_sweeper: 'needs gas above the ledger on the chain',
  adopt: 'needs a restored database',
  write_off: 'needs a restored database',
  write_off_payout: 'needs a restored database',
}
