import type { Mode } from '../../../kernel/mode.ts'

export type SolanaSettings = Readonly<{
  mode: Mode
  url: string
  /** The mint of the naira token. */
  mint: string
  decimals: number
  /** The program that the mint is of; the plain token program unless told otherwise. */
  tokenProgram?: string
  /** What the markers of locks are made of. The signer has the same. */
  markerSecret: string
  /** Wallets of ours: nothing is paid to them, or to token accounts of theirs. */
  own?: readonly string[]
  /** So many locks may be out at once; the network itself sets no limit. */
  mostOut?: number
  deadlineMs?: number
}>

export type SolanaDepositSettings = Omit<SolanaSettings, 'markerSecret' | 'own' | 'mostOut'> &
  Readonly<{
    /** The wallet that swept tokens go to, as its lane is spelt. */
    treasury: string
    /** Opens, owns and closes the deposit accounts, and pays for that. */
    sweeper: string
  }>
