import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { FeedEvent } from '../../../records/transactions/event-store.ts'
import type { WebhookStyle } from '../../../records/webhooks/webhook-endpoint-store.ts'
import { toEventWire } from '../events/event-wire.ts'
import { toToldWire } from '../transactions/told-transaction-wire.ts'

/** The body of a webhook: the event as the feed has it, or under the names of the origin. */
export function renderWebhook(addresses: Pick<WalletAddressRules, 'tell'>) {
  return (event: FeedEvent, style: WebhookStyle): string =>
    JSON.stringify(style === 'origin' ? toOriginWire(event, addresses) : toEventWire(event, addresses))
}

function toOriginWire(event: FeedEvent, addresses: Pick<WalletAddressRules, 'tell'>) {
  const what = event.type.endsWith('.completed') ? 'successful' : 'updated'
  return {
    event: `bridge.events.transaction_request.${what}`,
    payload: toToldWire(event.transaction, event.linkTag, addresses),
  }
}
