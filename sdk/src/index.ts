export { Afara } from './afara.ts'
export { type Amount, type AmountInput, fromKobo, toKobo } from './amount.ts'
export {
  AfaraError,
  ConflictError,
  ConnectionError,
  FeedGapError,
  KeyError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
} from './errors.ts'
export {
  type AfaraEvent,
  type CaseEvent,
  type EndpointEvent,
  type FeedEvent,
  isTransactionEvent,
  type Transaction,
  type WebhookEvent,
} from './events/event.ts'
export { createEventInbox, type EventInbox, type Received } from './events/event-inbox.ts'
export type { FeedPlace, FollowSettings } from './events/follow-feed.ts'
export { createMemoryInboxStore, type InboxEntry, type InboxStore } from './events/inbox-store.ts'
export type * from './generated/api-types.ts'
export type { Reply, RequestInput } from './http/request.ts'
export type { AfaraOptions, Attempt, CallOptions } from './options.ts'
export type { BalancesNow, StatementFilters } from './resources/balances.ts'
export type { BankQuery } from './resources/banks.ts'
export type { BatchFilters, RowFilters } from './resources/batches.ts'
export type { BuyInput, BuyPreviewInput, ExpectedBuy, ExpectedBuyInput } from './resources/buys.ts'
export type { CaseFilters } from './resources/cases.ts'
export type { CustomerNumberFilters, CustomerNumberInput } from './resources/customer-numbers.ts'
export type { EventPage, EventQuery } from './resources/events.ts'
export type { PayLinkFilters, PayLinkInput } from './resources/pay-links.ts'
export type { ScenarioName } from './resources/sandbox.ts'
export type { SellInput } from './resources/sells.ts'
export type {
  ExportFilters,
  Found,
  Timeline,
  TransactionFilters,
  TransactionPage,
} from './resources/transactions.ts'
export type { EndpointWithSecret } from './resources/webhook-endpoints.ts'
export type { DeliveryFilters, DeliveryPage, ToResend } from './resources/webhooks.ts'
export type { WithdrawalInput } from './resources/withdrawals.ts'
export { newWebhookSecret, signWebhook } from './webhooks/signature.ts'
export {
  verifyWebhook,
  type WebhookToVerify,
} from './webhooks/verify-webhook.ts'
export { WebhookError } from './webhooks/webhook-error.ts'
