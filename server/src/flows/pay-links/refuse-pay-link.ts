import { Refusal } from '../../kernel/refusal.ts'
import type { PayLinkStop } from '../../records/pay-links/pay-link-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { ownWallet } from '../wallets/check-wallet.ts'

/** Says no before a payer is asked for anything. */
export function refusePayLink(stop: PayLinkStop, wallet: Wallet | null): never {
  const network = wallet?.network ?? 'any network'
  switch (stop) {
    case 'own_wallet':
      throw new Refusal('wallet_cannot_receive', ownWallet.message)
    case 'not_open':
      throw new Refusal(
        'delivery_not_open',
        `Nothing is sent on ${network} in this mode yet: name another network.`,
      )
    case 'short':
      throw new Refusal(
        'delivery_short',
        `More than we could deliver on ${network} in this moment: ask for less, name another network, or try again in an hour.`,
      )
    case 'daily_limit':
      throw new Refusal(
        'daily_limit',
        'This would go over the daily limit of the business: wait, or have it raised.',
      )
    case 'account':
      throw new Refusal('unavailable', 'The account that was to be paid has just been closed: try again.')
    case 'frozen':
      throw new Refusal(
        'delivery_stopped',
        'Nothing is delivered for this business or on this network at the moment: try again later, or ask us.',
      )
  }
}
