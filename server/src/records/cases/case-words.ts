import type { CaseKind } from './case-file.ts'

/** The question that each kind of case asks, as operators read it in a list. */
const titles: Readonly<Record<CaseKind, string>> = {
  contested: 'Whose payment is this? Two businesses claim it',
  ownership_unproved: 'Whose payment is this? Nothing proves the owner',
  ambiguous: 'Which buy does this payment pay?',
  third_party: 'Somebody else paid this buy. Does it count?',
  weak_evidence: 'Who paid this? The bank shows too little',
  unmatched: 'Who sent this? No buy matches',
  stale_credit: 'Does this old payment pay this buy?',
  duplicate: 'Was this buy paid twice?',
  overpaid: 'More was paid than claimed. Return the rest?',
  underpaid: 'Less was paid than claimed. Continue or return it?',
  late_credit: 'The payment came late. Does it still count?',
  recall: 'A bank wants this payment back. Give it back?',
  unexplained_debit: 'Why did money leave our account?',
  line_aside: 'What did the bank or the chain tell us here?',
  unconfirmed_import: 'Does the bank show these imported payments too?',
  request: 'An operator asks for a change. Agree?',
  screening_hit: 'Is this the person on the sanctions list?',
  over_limit: 'Above a limit. Let it through?',
  cannot_deliver: 'It cannot be delivered. What now?',
  send_failed: 'The transfer failed. Send again or return it?',
  signer_refused: 'The signer refused. Send again or return it?',
  lane_halted: 'A lane stands still. What happened there?',
  overdue: 'These transactions are late. Why?',
  refund_due: 'A refund cannot be paid. Where does it go?',
  restored: 'The outside is ahead of our books. Adopt it?',
  nodes_disagree: 'Two nodes tell different ends. Which is true?',
  chain_halted: 'A network shows another past. Wait for it',
  wrong_chain: 'Tokens came on the wrong network. Where do they go?',
  late_deposit: 'Tokens came late. Do they still count?',
  over_deposited: 'More tokens came than expected. Where do they go?',
  second_deposit: 'Tokens came a second time. Where do they go?',
  part_deposited: 'Less tokens came than expected. Continue?',
  name_differs: 'The bank has another name. Pay this account?',
  payout_failed: 'No account of ours could pay. Try again?',
  payout_unknown: 'Did the bank pay this? It does not say',
  payout_mismatch: 'The bank says that it paid something else. Did it?',
  payout_unexplained: 'What is this line of the vendor?',
  refund_choice: 'Tokens go back. Where to?',
  reconciliation_differs: 'The books and the outside differ. Why?',
  float_low: 'A float is nearly empty. Top it up',
}

export function titleOfCase(kind: CaseKind): string {
  return titles[kind]
}
