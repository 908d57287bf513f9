import type { RefusalCode } from '../../../kernel/refusal.ts'
import { adminErrors, operatorRateErrors, vendorAccountErrors } from './admin-errors.ts'
import type { ErrorEntries, ErrorEntry } from './error-entry.ts'
import { caseErrors, laneErrors, ledgerErrors, payoutAccountErrors, statementErrors } from './ops-errors.ts'
import { keyErrors, readErrors, requestErrors, sandboxErrors, webhookErrors } from './request-errors.ts'
import {
  bankErrors,
  payLinkErrors,
  previewErrors,
  rateErrors,
  transactionErrors,
  walletErrors,
} from './transaction-errors.ts'

/** Who meets the codes of a group: callers of the service, or operators at the admin command. */
type Audience = 'callers' | 'operators'

export type ErrorGroup = Readonly<{ title: string; audience: Audience; entries: ErrorEntries }>

/** Every code, in the order in which people read them. */
export const errorGroups: readonly ErrorGroup[] = [
  { title: 'Requests', audience: 'callers', entries: requestErrors },
  { title: 'Keys and limits', audience: 'callers', entries: keyErrors },
  { title: 'Buys and sells', audience: 'callers', entries: transactionErrors },
  { title: 'Previews and papers', audience: 'callers', entries: previewErrors },
  { title: 'Pay links', audience: 'callers', entries: payLinkErrors },
  { title: 'Reading', audience: 'callers', entries: readErrors },
  { title: 'Events and webhooks', audience: 'callers', entries: webhookErrors },
  { title: 'The sandbox', audience: 'callers', entries: sandboxErrors },
  { title: 'Wallets', audience: 'callers', entries: walletErrors },
  { title: 'Banks and vendor accounts', audience: 'callers', entries: bankErrors },
  { title: 'Rates', audience: 'callers', entries: rateErrors },
  { title: 'Administration', audience: 'operators', entries: adminErrors },
  { title: 'Opening and moving vendor accounts', audience: 'operators', entries: vendorAccountErrors },
  { title: 'Rates set by people', audience: 'operators', entries: operatorRateErrors },
  { title: 'Operator keys and cases', audience: 'operators', entries: caseErrors },
  { title: 'Statements', audience: 'operators', entries: statementErrors },
  { title: 'Lanes', audience: 'operators', entries: laneErrors },
  { title: 'Payout accounts', audience: 'operators', entries: payoutAccountErrors },
  { title: 'The ledger', audience: 'operators', entries: ledgerErrors },
]

/** The one table of codes. A new code does not compile until it has a line in one of the parts. */
export const errorCatalogue: Readonly<Record<RefusalCode, ErrorEntry>> = {
  ...requestErrors,
  ...keyErrors,
  ...transactionErrors,
  ...readErrors,
  ...payLinkErrors,
  ...previewErrors,
  ...webhookErrors,
  ...sandboxErrors,
  ...walletErrors,
  ...bankErrors,
  ...rateErrors,
  ...adminErrors,
  ...vendorAccountErrors,
  ...operatorRateErrors,
  ...caseErrors,
  ...statementErrors,
  ...laneErrors,
  ...payoutAccountErrors,
  ...ledgerErrors,
}

type RetryRule = Readonly<{ answer: string; what: string }>

/** What to do after an answer, for every page that explains errors. */
export const retryRules: readonly RetryRule[] = [
  {
    answer: '4xx, except 429',
    what: 'Do not repeat it unchanged: it would be refused again. Mend it as the message says. A refusal is not remembered, so the mended request may carry the same `reference` and `Idempotency-Key`.',
  },
  {
    answer: '429',
    what: 'Wait as many seconds as `Retry-After` says, then send it again.',
  },
  {
    answer: '503',
    what: 'Wait as many seconds as `Retry-After` says, then send the same request under the same `reference` or `Idempotency-Key`. If the first one was recorded after all, you get it back.',
  },
  {
    answer: '500, or no answer',
    what: 'You cannot know whether it was recorded. Send the same request under the same name, at first soon, then with growing pauses. It cannot be recorded twice.',
  },
]
