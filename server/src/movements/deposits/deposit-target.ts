import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'

/** Where the tokens of one sell are to be sent. A memo is told beside the address, on networks where many share one. */
export type DepositTarget = Readonly<{ address: string; memo: string | null }>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Undefined where nothing can be deposited: no sell may be accepted there. */
  of(mode: Mode, network: NetworkName, transactionId: string): DepositTarget | undefined
}>
