import type { Mode } from '../../kernel/mode.ts'
import type { Network, NetworkFamily } from '../../kernel/networks.ts'
import type { DepositSalt } from '../../movements/deposits/deposit-address.ts'
import type { DepositChain } from '../../movements/deposits/deposit-chain.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { ToldAddress } from '../../movements/transfers/wallet-address.ts'
import type { SweepChain } from '../../movements/treasury/sweep-chain.ts'

/** What the settings say of one network in one mode, whatever its family. */
type Common = Readonly<{ url: string; decimals: number }>

type Own = Readonly<{
  evm: Readonly<{ token: string }>
  solana: Readonly<{ mint: string; markerSecret: string }>
  stellar: Readonly<{
    asset: string
    passphrase: string
    lanes: ReadonlyMap<string, ReadonlyArray<Readonly<{ address: string; base: bigint }>>>
  }>
}>

/** Where deposits come to and go from: what addresses are made of, and our own wallets. */
export type DepositPlaces = Readonly<{
  treasury: string
  factory: string | undefined
  sweeper: string | undefined
}>

type ChainSettings<F extends NetworkFamily = NetworkFamily> = {
  [K in F]: Common & Own[K] & Readonly<{ family: K; deposits: DepositPlaces | undefined }>
}[F]

/** A network of the family in a mode, with what the settings say of it. */
export type Place<F extends NetworkFamily> = Readonly<{
  family: F
  mode: Mode
  network: Extract<Network, { family: F }>
  settings: ChainSettings<F>
  /** The other networks of the family in the same mode, with a node of each: an address is one on all of them. */
  siblings?: ReadonlyArray<Readonly<{ network: Extract<Network, { family: F }>; url: string }>>
}>

export type DepositPlace<F extends NetworkFamily> = Place<F> & Readonly<{ deposits: DepositPlaces }>

/**
 * What is different about networks of one family. Client libraries are read when a chain is made and not before, so that the api, which only
 * computes addresses, starts without them.
 */
export type Family<F extends NetworkFamily> = Readonly<{
  createChain(place: Place<F>): Promise<Chain>
  createDeposits(place: DepositPlace<F>): Promise<DepositChain>
  /** Undefined where nobody is named who sweeps. */
  createSweeps(place: DepositPlace<F>): Promise<SweepChain | undefined>
  /** The address of each salt, as it is stored; undefined where nothing can be deposited. */
  depositAddresses(deposits: DepositPlaces): ((salt: DepositSalt) => string) | undefined
  /** What people are told of an address. */
  tell(address: string): ToldAddress
}>
