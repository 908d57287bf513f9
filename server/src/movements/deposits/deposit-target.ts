import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'
import type { DepositSalt } from './deposit-salt.ts'

/** Where the tokens of one sell are to be sent. */
export type DepositTarget = Readonly<{
  /** As it is stored and watched: one for each sell. */
  address: string
  /** What people are told: the address to send to, and what to write beside it where many sells share one. */
  shown: string
  memo: string | null
}>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Undefined where nothing can be deposited: no sell may be accepted there. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
  /** As people are told of an address that was stored. */
  tell(network: NetworkName, address: string): Pick<DepositTarget, 'shown' | 'memo'>
}>
