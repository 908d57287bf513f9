import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { TransactionView } from '../../../records/transactions/lists/transaction-view.ts'
import { toBuyTransaction } from '../buys/buy-wire.ts'
import { toSellTransaction } from '../sells/sell-wire.ts'
import { toWithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

/** A transaction as it is answered, alone or in a list. */
export function toToldWire(
  told: TransactionView,
  linkTag: string,
  addresses: Pick<WalletAddressRules, 'tell'>,
) {
  if (told.type === 'buy') return toBuyTransaction(told.buy, told.paidInto, linkTag)
  if (told.type === 'sell') return toSellTransaction(told.sell, linkTag, addresses)
  return toWithdrawalTransaction(told.withdrawal, linkTag)
}
