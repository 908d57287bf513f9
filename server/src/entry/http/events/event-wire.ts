import { formatId } from '../../../kernel/ids/ids.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { FeedEvent } from '../../../records/transactions/event-store.ts'
import { toToldWire } from '../transactions/told-transaction-wire.ts'

type TellAddress = Pick<WalletAddressRules, 'tell'>

/** An event as the feed and webhooks carry it: the same event is always the same text. */
export function toEventWire(event: FeedEvent, addresses: TellAddress) {
  return {
    id: formatId('event', event.id),
    type: event.type,
    number: event.number,
    sequence: event.sequence,
    mode: event.mode,
    created_at: event.at.toISOString(),
    data: {
      previous_status: event.previousStatus,
      transaction: toToldWire(event.transaction, event.linkTag, addresses),
    },
  }
}
