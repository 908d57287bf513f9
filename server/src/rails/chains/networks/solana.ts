import type { SolanaNetwork } from './network.ts'

export const solana: SolanaNetwork = {
  name: 'Solana',
  family: 'solana',
  explorer: { live: 'https://explorer.solana.com', transaction: '/tx/', address: '/address/' },
}
