import type { AllowedEnd } from '../judge-end.ts'
import { type Conduct, faultsOf, type Purchase } from './purchase.ts'

// Kinds of case about a credit that no rule may match, or that operators decide before a rule opens a case.
const ABOUT_CREDITS = [
  'request',
  'weak_evidence',
  'ambiguous',
  'overpaid',
  'third_party',
  'duplicate',
  'unmatched',
]
const delivered: AllowedEnd = { statuses: ['completed'], asks: [] }
const deliveredByPeople: AllowedEnd = { statuses: ['completed'], asks: ABOUT_CREDITS }
const unpaid: AllowedEnd = { statuses: ['pending_payment'], asks: ABOUT_CREDITS }

/**
 * Allowed ends of a buy, by its payer's conduct and the fault of its payment. `none` applies to every fault that is not named: a payer who
 * pays the exact amount gets tokens despite any fault of the bank. No buy expires, because a payer has a week and a run lasts minutes.
 */
export const allowedEnds: Readonly<
  Record<Conduct, Readonly<{ none: AllowedEnd } & Record<string, AllowedEnd>>>
> = {
  pays: { none: delivered },
  pays_oddly: {
    none: deliveredByPeople,
    // A credit pays only for buys of its own account.
    wrong_account: unpaid,
  },
  // The bank may take the naira back before we know the credit, or just before the tokens are sent. The signer then refuses. After the
  // tokens were sent, operators find out whether the business pays what it owes.
  recalled: {
    none: {
      statuses: ['recalled', 'pending_payment'],
      asks: ['recall', 'signer_refused'],
      leaves: ['recall'],
    },
  },
  underpays: {
    none: { statuses: ['refunded'], asks: [...ABOUT_CREDITS, 'underpaid', 'refund_due', 'payout_unknown'] },
  },
  overpays: { none: deliveredByPeople },
  splits: { none: deliveredByPeople },
  stranger_pays: { none: unpaid },
  never_pays: { none: { statuses: ['pending_payment'], asks: [] } },
}

export function allowedEndOf(purchase: Purchase): AllowedEnd {
  const ends = allowedEnds[purchase.conduct]
  const [named] = faultsOf(purchase).flatMap((fault) => ends[fault] ?? [])
  return named ?? ends.none
}
