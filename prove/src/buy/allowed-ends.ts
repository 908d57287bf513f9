import type { AllowedEnd } from '../judge-end.ts'
import { type Conduct, faultsOf, type Purchase } from './purchase.ts'

// What operators are asked about a credit that no rule may give to a buy, or that they decide before the rules would ask.
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
 * How a buy may end, by what its payer does and by the fault of its payment. `none` also holds for every fault that is not named: a payer
 * who pays exactly gets tokens whatever the bank does. Nothing expires: a payer has a week, and a run lasts minutes.
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
  // The bank may take the naira back before we have heard of it, or while tokens are about to leave: then the signer refuses. Whether the
  // business pays what it owes after tokens have left, people find out.
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
