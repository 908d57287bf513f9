import type { RefusalCode } from '../../../kernel/refusal.ts'
import { adminErrors, operatorRateErrors, vendorAccountErrors } from './admin-errors.ts'
import { bankErrors, rateErrors } from './bank-errors.ts'
import { caseErrors } from './case-errors.ts'
import type { ErrorEntries, ErrorEntry } from './error-entry.ts'
import { keyErrors } from './key-errors.ts'
import { laneErrors } from './lane-errors.ts'
import { ledgerErrors } from './ledger-errors.ts'
import { payLinkErrors } from './pay-link-errors.ts'
import { payoutAccountErrors } from './payout-account-errors.ts'
import { previewErrors } from './preview-errors.ts'
import { readErrors } from './read-errors.ts'
import { requestErrors } from './request-errors.ts'
import { sandboxErrors } from './sandbox-errors.ts'
import { statementErrors } from './statement-errors.ts'
import { transactionErrors } from './transaction-errors.ts'
import { walletErrors } from './wallet-errors.ts'
import { webhookErrors } from './webhook-errors.ts'

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
