import type { CaseKind } from './case-file.ts'

/** What to check before a decision, in a few lines. `page` has the whole of it. */
export type Runbook = Readonly<{ title: string; page: string; steps: readonly string[]; stop: string }>

const whose: Runbook = {
  title: 'Whose payment is it?',
  page: 'money-in.md#an-unmatched-credit',
  steps: [
    'Compare amount, bank, digits and name with the claim.',
    'Check that no recall and no lien is on the payment.',
    'Ask the business why this payer pays, and note the answer.',
    'Above ₦500,000.00, call the bank of the payer.',
  ],
  stop: 'Stop if the bank asks for the money back, or the name is on a sanctions list. Give the case to compliance.',
}
const short: Runbook = {
  title: 'A short payment',
  page: 'money-in.md#a-short-payment',
  steps: [
    'Look at what is missing. ₦10 to ₦50 is a bank charge.',
    'Ask the business whether it accepts less, and note the answer.',
    'If it does not, or nobody answers, return what arrived.',
  ],
  stop: 'Stop if another payment for the same buy has just arrived: it closes the case by itself.',
}
const recall: Runbook = {
  title: 'A bank wants its money back',
  page: 'money-in.md#a-recall',
  steps: [
    'Read the letter of the bank. A phone call is not enough.',
    'Check whether the tokens have left already.',
    'Tell the business, and note the answer.',
  ],
  stop: 'Stop if the bank mentions fraud. Freeze the business first.',
}
const sanctions: Runbook = {
  title: 'A name is on a sanctions list',
  page: 'money-out.md#a-name-is-on-a-sanctions-list',
  steps: [
    'Compare the full name, the date of birth and the place with the list.',
    'Release it only if one of them proves another person.',
    'If it is the person, report to NIGSAC first, then freeze and name the report.',
  ],
  stop: 'Never tell the business or the payer about a match.',
}
const payout: Runbook = {
  title: 'Did the bank pay?',
  page: 'payout-unknown.md#a-payout-has-no-outcome',
  steps: [
    'Open the payment at the vendor with its reference.',
    'Ask the vendor in writing for its final state.',
    'Compare the ledger of the vendor: is the naira gone, or back?',
  ],
  stop: 'Stop if the vendor does not answer in writing. A payment that is paid again cannot be taken back.',
}
const delivery: Runbook = {
  title: 'A buy is stuck',
  page: 'money-out.md#it-cannot-be-delivered',
  steps: [
    'Read why it stopped, above.',
    'Fix the cause: a wallet that cannot receive, a lane without float.',
    'Send again, or return the naira.',
  ],
  stop: 'Stop if you cannot tell whether tokens have left. Look at the network first.',
}
const tokens: Runbook = {
  title: 'Tokens wait for a destination',
  page: 'tokens-back.md',
  steps: [
    'Ask the business where the tokens go, from an address that we know.',
    'Its balance is the safest place.',
    'A wallet needs its own confirmation. Read it back digit by digit.',
  ],
  stop: 'Stop if the request comes from a new address. Tokens at a wrong wallet are lost.',
}
const frozen: Runbook = {
  title: 'Something was stopped',
  page: 'freeze.md',
  steps: [
    'Read why it was frozen, and by whom.',
    'Find the cause, and check that it is gone.',
    'Look at what waits: it is sent as soon as the second person approves.',
  ],
  stop: 'Stop if you do not know the cause. A freeze costs time, and lifting it too early costs money.',
}
const books: Runbook = {
  title: 'Books and outside differ',
  page: 'reconciliation-differs.md',
  steps: [
    'Read which account or wallet differs, and by how much.',
    'Find the line that only one side has.',
    'Correct the cause. The case closes when both agree.',
  ],
  stop: 'Never book a difference away. If money is missing, freeze first.',
}
const account: Runbook = {
  title: 'What is this line?',
  page: 'payout-unknown.md#explain-a-line',
  steps: [
    'Open the line at the vendor.',
    'Ask the vendor for its reason in writing.',
    'Name what it is, with the answer.',
  ],
  stop: 'Stop if nobody can explain a debit. The account stays frozen.',
}

const byKind: Partial<Record<CaseKind, Runbook>> = {
  underpaid: short,
  recall,
  screening_hit: sanctions,
  payout_unknown: payout,
  payout_mismatch: payout,
  cannot_deliver: delivery,
  send_failed: delivery,
  signer_refused: delivery,
  over_limit: { ...delivery, title: 'Above a limit', page: 'money-out.md#over-the-limit' },
  wrong_chain: tokens,
  over_deposited: tokens,
  second_deposit: tokens,
  refund_choice: tokens,
  request: frozen,
  lane_halted: { ...frozen, title: 'A lane stands still', page: 'money-out.md#a-lane-is-halted' },
  restored: { ...frozen, title: 'The database was restored', page: 'restore.md' },
  reconciliation_differs: books,
  unexplained_debit: {
    ...account,
    title: 'Money left our account',
    page: 'money-in.md#an-unexplained-debit',
  },
  payout_unexplained: account,
}

export function runbookOf(kind: CaseKind): Runbook {
  return byKind[kind] ?? whose
}
