import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { FeedEvent } from '../../../records/transactions/feed/feed-store.ts'
import { toEventWire } from '../events/event-wire.ts'

/** The body of a webhook: the event as the feed has it. */
export function renderWebhook(addresses: Pick<WalletAddressRules, 'tell'>) {
  return (event: FeedEvent): string => JSON.stringify(toEventWire(event, addresses))
}
