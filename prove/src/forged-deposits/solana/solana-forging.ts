import type { Coin, ForgingWallet } from './forging-wallet.ts'

/** Tools for forgeries on Solana. */
export type SolanaForging = Readonly<{
  wallet: ForgingWallet
  coin: Coin
  otherCoin: Coin
  token2022Coin: Coin
  wrappedSol: Coin
  sweeper: string
  treasury: string
  units(minor: bigint): bigint
  /** Sends these bytes unchanged. */
  post(wire: string): Promise<unknown>
}>
