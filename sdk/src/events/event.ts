import type {
  BatchEvent,
  BuyTransaction,
  EventCase,
  SellTransaction,
  WithdrawalTransaction,
} from '../generated/api-types.ts'

/** A buy, a sell or a withdrawal, according to `type`. */
export type Transaction = BuyTransaction | SellTransaction | WithdrawalTransaction

type EventOf<Noun extends string, Subject extends Transaction> = Readonly<{
  /** An event always has the same id and the same body, however often and by whichever route it is delivered. */
  id: string
  /** Such as buy.completed. New types may be added. */
  type: `${Noun}.${Subject['status']}`
  /** Position in the feed of your business: 1, 2, 3 … without gaps. */
  number: number
  /** Position among the events of its transaction: 1, 2, 3 … without gaps. */
  sequence: number
  mode: 'live' | 'test'
  created_at: string
  data: Readonly<{
    /** Null for the first event of a transaction. */
    previous_status: string | null
    /** The transaction at the time of the event. */
    transaction: Subject
  }>
}>

/** A change of a transaction's status. */
export type AfaraEvent =
  | EventOf<'buy', BuyTransaction>
  | EventOf<'sell', SellTransaction>
  | EventOf<'withdrawal', WithdrawalTransaction>

/** A question that your business decides about one of its transactions was opened, or you decided it. It changes no status. */
export type CaseEvent = Readonly<{
  id: string
  type: 'case.opened' | 'case.decided'
  /** Position in the feed of your business: 1, 2, 3 … without gaps. */
  number: number
  sequence: null
  mode: 'live' | 'test'
  created_at: string
  data: Readonly<{ previous_status: string | null; transaction: Transaction; case: EventCase }>
}>

/** An event of the feed. One about a batch of payouts has no transaction. */
export type FeedEvent = AfaraEvent | CaseEvent | BatchEvent

/** A ping or a notice about an endpoint. It is not in the feed. */
export type EndpointEvent = Readonly<{
  id: string
  type: `webhook.${string}`
  number: null
  sequence: null
  mode: 'live' | 'test'
  created_at: string
  data: Readonly<Record<string, unknown>>
}>

/** The content of a webhook. */
export type WebhookEvent = FeedEvent | EndpointEvent

/** Tells whether the event is a step of a transaction, not a question about one, a batch, a ping or a notice. */
export function isTransactionEvent(event: WebhookEvent): event is AfaraEvent {
  return event.sequence !== null
}
