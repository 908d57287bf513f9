import type { Network } from './network.ts'

export const solana: Network = { name: 'Solana', family: 'solana' }
