import type { Mode } from '../../kernel/mode.ts'
import type { DepositSalt } from '../deposits/deposit-salt.ts'
import type { Fees } from '../transfers/chain.ts'
import type { SignAnswer } from '../transfers/signer.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'

export type SweepOrder = Readonly<{
  mode: Mode
  network: NetworkName
  nonce: bigint
  salts: readonly DepositSalt[]
  fees: Fees
}>

/** The process that holds the keys, asked to sweep. It makes the bytes itself; throws SignerUnavailable when it cannot be asked. */
export type SweepSigner = Readonly<{
  signSweep(order: SweepOrder, signal: AbortSignal): Promise<SignAnswer>
}>
