import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName, ToldAddress } from '../transfers/wallet-address.ts'
import type { DepositSalt } from './deposit-salt.ts'

/** Where the tokens of one sell are to be sent. */
export type DepositTarget = ToldAddress &
  Readonly<{ /** As it is stored and watched: one for each sell. */ address: string }>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Undefined where nothing can be deposited: no sell may be accepted there. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
}>
