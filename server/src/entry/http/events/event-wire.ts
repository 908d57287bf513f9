import { formatId } from '../../../kernel/ids/ids.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { FeedEvent } from '../../../records/transactions/event-store.ts'
import { toBuyTransaction } from '../buys/buy-wire.ts'
import { toSellTransaction } from '../sells/sell-wire.ts'
import { toWithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

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
    data: { previous_status: event.previousStatus, transaction: toTransactionWire(event, addresses) },
  }
}

/** What reading the transaction answered at that status. */
export function toTransactionWire({ transaction, linkTag }: FeedEvent, addresses: TellAddress) {
  if (transaction.type === 'buy') return toBuyTransaction(transaction.buy, transaction.paidInto, linkTag)
  if (transaction.type === 'sell') return toSellTransaction(transaction.sell, linkTag, addresses)
  return toWithdrawalTransaction(transaction.withdrawal, linkTag)
}
