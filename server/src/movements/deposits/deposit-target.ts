import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { ToldAddress } from '../transfers/wallet-address.ts'
import type { DepositSalt } from './deposit-salt.ts'

/** Where the tokens of one sell are to be sent. */
export type DepositTarget = ToldAddress &
  Readonly<{ /** As it is stored and watched: one for each sell. */ address: string }>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Whether anything can be deposited there: else no sell may be accepted. */
  isOpen(mode: Mode, network: NetworkName): boolean
  /** Undefined where nothing can be deposited. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
}>
