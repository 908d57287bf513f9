import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'
import type { DepositSalt } from './deposit-salt.ts'

/** Where the tokens of one sell are to be sent. A memo is told beside the address, on networks where many share one. */
export type DepositTarget = Readonly<{ address: string; memo: string | null }>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Undefined where nothing can be deposited: no sell may be accepted there. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
}>
