import type { Coin, ForgingWallet } from './forging-wallet.ts'

/** What forgeries on Solana are made with. */
export type SolanaForging = Readonly<{
  wallet: ForgingWallet
  coin: Coin
  otherCoin: Coin
  token2022Coin: Coin
  wrappedSol: Coin
  sweeper: string
  treasury: string
  units(minor: bigint): bigint
  /** Sends bytes as they are. */
  post(wire: string): Promise<unknown>
}>
