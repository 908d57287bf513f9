import type { SolanaNetwork } from './network.ts'

export const solana: SolanaNetwork = { name: 'Solana', family: 'solana' }
