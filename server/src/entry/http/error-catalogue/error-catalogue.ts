import type { RefusalCode } from '../../../kernel/refusal.ts'
import { adminErrors, operatorRateErrors, vendorAccountErrors } from './admin-errors.ts'
import type { ErrorEntries, ErrorEntry } from './error-entry.ts'
import { caseErrors, laneErrors, ledgerErrors, payoutAccountErrors, statementErrors } from './ops-errors.ts'
import { peopleErrors } from './people-errors.ts'
import { keyErrors, readErrors, requestErrors, sandboxErrors, webhookErrors } from './request-errors.ts'
import {
  bankErrors,
  batchErrors,
  customerNumberErrors,
  payLinkErrors,
  previewErrors,
  rateErrors,
  transactionErrors,
} from './transaction-errors.ts'
import { walletErrors } from './wallet-errors.ts'

/** Audience of a group: callers of the service, people who sign in, or operators at the admin command. */
type Audience = 'callers' | 'people' | 'operators'

export type ErrorGroup = Readonly<{ title: string; audience: Audience; entries: ErrorEntries }>

/** Every code, in reading order. */
export const errorGroups: readonly ErrorGroup[] = [
  { title: 'Requests', audience: 'callers', entries: requestErrors },
  { title: 'Keys and limits', audience: 'callers', entries: keyErrors },
  { title: 'Buys and sells', audience: 'callers', entries: transactionErrors },
  { title: 'Previews and documents', audience: 'callers', entries: previewErrors },
  { title: 'Batches of payouts', audience: 'callers', entries: batchErrors },
  { title: 'Pay links', audience: 'callers', entries: payLinkErrors },
  { title: 'Standing numbers of customers', audience: 'callers', entries: customerNumberErrors },
  { title: 'Reading', audience: 'callers', entries: readErrors },
  { title: 'Events and webhooks', audience: 'callers', entries: webhookErrors },
  { title: 'The sandbox', audience: 'callers', entries: sandboxErrors },
  { title: 'Wallets', audience: 'callers', entries: walletErrors },
  { title: 'Banks and vendor accounts', audience: 'callers', entries: bankErrors },
  { title: 'Rates', audience: 'callers', entries: rateErrors },
  { title: 'Signing in', audience: 'people', entries: peopleErrors },
  { title: 'Administration', audience: 'operators', entries: adminErrors },
  { title: 'Opening and moving vendor accounts', audience: 'operators', entries: vendorAccountErrors },
  { title: 'Manual rates', audience: 'operators', entries: operatorRateErrors },
  { title: 'Cases', audience: 'operators', entries: caseErrors },
  { title: 'Statements', audience: 'operators', entries: statementErrors },
  { title: 'Lanes', audience: 'operators', entries: laneErrors },
  { title: 'Payout accounts', audience: 'operators', entries: payoutAccountErrors },
  { title: 'The ledger', audience: 'operators', entries: ledgerErrors },
]

/** The single table of codes. A new code does not compile until one of the parts has an entry for it. */
export const errorCatalogue: Readonly<Record<RefusalCode, ErrorEntry>> = {
  ...requestErrors,
  ...keyErrors,
  ...transactionErrors,
  ...readErrors,
  ...batchErrors,
  ...customerNumberErrors,
  ...payLinkErrors,
  ...previewErrors,
  ...webhookErrors,
  ...sandboxErrors,
  ...walletErrors,
  ...bankErrors,
  ...rateErrors,
  ...peopleErrors,
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

/** What a caller should do after each response, for every page that explains errors. */
export const retryRules: readonly RetryRule[] = [
  {
    answer: '4xx, except 429',
    what: 'Correct the request as the message says. You can reuse its `reference` and `Idempotency-Key`. Repeat it unchanged only if the fix says to try again later.',
  },
  {
    answer: '429',
    what: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
  {
    answer: '503',
    what: 'Wait for the seconds in `Retry-After`, then send the same request with the same `reference` or `Idempotency-Key`. If the first was recorded, you get its transaction.',
  },
  {
    answer: '500, or no response',
    what: 'The request may have been recorded. Send it again with the same `reference` or `Idempotency-Key`, with exponential backoff. It cannot be recorded twice.',
  },
]
