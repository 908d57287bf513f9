import type { WalletStop } from '../../records/transactions/wallet-stop.ts'

/** Our rows know more wallets of ours than the settings do. */
export const ownWallet: WalletStop = {
  code: 'own_wallet',
  message:
    'This is a wallet of our own: what is sent there is lost to you. Give the address of a wallet that you control.',
}
