import type { BuyTransaction, SellTransaction, WithdrawalTransaction } from '../generated/api-types.ts'

/** A buy, a sell or a withdrawal; `type` tells which. */
export type Transaction = BuyTransaction | SellTransaction | WithdrawalTransaction

type EventOf<Noun extends string, Subject extends Transaction> = Readonly<{
  /** The same event always has the same id and the same body, however often and by whichever way it comes. */
  id: string
  /** Such as buy.completed. New ones may come. */
  type: `${Noun}.${Subject['status']}`
  /** Its place in the feed of your business: 1, 2, 3 … without gaps. */
  number: number
  /** Its place in the life of its transaction: 1, 2, 3 … without gaps. */
  sequence: number
  mode: 'live' | 'test'
  created_at: string
  data: Readonly<{
    /** Null for the first event of a transaction. */
    previous_status: string | null
    /** The transaction as it was at that moment. */
    transaction: Subject
  }>
}>

/** A transaction has moved. */
export type AfaraEvent =
  | EventOf<'buy', BuyTransaction>
  | EventOf<'sell', SellTransaction>
  | EventOf<'withdrawal', WithdrawalTransaction>

/** Something about an endpoint itself: a ping, or a notice. It has no place in the feed. */
export type EndpointEvent = Readonly<{
  id: string
  type: `webhook.${string}`
  number: null
  sequence: null
  mode: 'live' | 'test'
  created_at: string
  data: Readonly<Record<string, unknown>>
}>

/** What a webhook brings. */
export type WebhookEvent = AfaraEvent | EndpointEvent

/** Whether a transaction has moved, as against a ping or a notice. */
export function isTransactionEvent(event: WebhookEvent): event is AfaraEvent {
  return event.sequence !== null
}
