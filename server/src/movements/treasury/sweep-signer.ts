import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { DepositSalt } from '../deposits/deposit-salt.ts'
import type { Terms } from '../transfers/chain.ts'
import type { SignAnswer } from '../transfers/signer.ts'
import type { SweepItem } from './sweep-chain.ts'

export type SweepOrder = Readonly<{
  mode: Mode
  network: NetworkName
  nonce: bigint
  items: ReadonlyArray<Pick<SweepItem, 'salt' | 'units'>>
  terms: Terms
}>

export type OpeningOrder = Readonly<{
  mode: Mode
  network: NetworkName
  salts: readonly DepositSalt[]
  terms: Terms
}>

/** The process that holds the keys, asked to sweep. It makes the bytes itself; throws SignerUnavailable when it cannot be asked. */
export type SweepSigner = Readonly<{
  signSweep(order: SweepOrder, signal: AbortSignal): Promise<SignAnswer>
  /** Deposit accounts that must be opened before anything can come to them. */
  signOpening(order: OpeningOrder, signal: AbortSignal): Promise<SignAnswer>
}>
