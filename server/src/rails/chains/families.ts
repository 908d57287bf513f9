import type { Mode } from '../../kernel/mode.ts'
import { type Network, type NetworkFamily, type NetworkName, networkNamed } from '../../kernel/networks.ts'
import type { DepositSalt, DepositTargets } from '../../movements/deposits/deposit-address.ts'
import type { DepositChain } from '../../movements/deposits/deposit-chain.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { ToldAddress } from '../../movements/transfers/wallet-address.ts'
import type { SweepChain } from '../../movements/treasury/sweep-chain.ts'
import { createForwarderAddresses } from './evm/evm-address.ts'
import { createSeedAddresses } from './solana/addresses/seed-address.ts'
import { createMuxedAddresses, readMuxedAddress } from './stellar/stellar-address.ts'

/** Settings that every network has, whatever its family. */
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

/** Our wallets and contracts from which deposit addresses are derived and to which deposits are swept. */
export type DepositPlaces = Readonly<{
  treasury: string
  factory: string | undefined
  sweeper: string | undefined
}>

type ChainSettings<F extends NetworkFamily = NetworkFamily> = {
  [K in F]: Common & Own[K] & Readonly<{ family: K; deposits: DepositPlaces | undefined }>
}[F]

/** A network of the family in one mode, with its settings. */
export type Place<F extends NetworkFamily> = Readonly<{
  family: F
  mode: Mode
  network: Extract<Network, { family: F }>
  settings: ChainSettings<F>
  /** The other networks of the family in the same mode, with a node of each. The same address is valid on all of them. */
  siblings?: ReadonlyArray<Readonly<{ network: Extract<Network, { family: F }>; url: string }>>
}>

type DepositPlace<F extends NetworkFamily> = Place<F> & Readonly<{ deposits: DepositPlaces }>

/**
 * Operations that differ between families. Client libraries are imported only when a chain is created, so that the api, which only
 * computes addresses, starts without them.
 */
type Family<F extends NetworkFamily> = Readonly<{
  createChain(place: Place<F>): Promise<Chain>
  createDeposits(place: DepositPlace<F>): Promise<DepositChain>
  createSweeps(place: DepositPlace<F> & Readonly<{ sweeper: string }>): Promise<SweepChain>
  /** Returns a function that derives the stored address of a salt, or undefined if the network accepts no deposits. */
  depositAddresses(deposits: DepositPlaces): ((salt: DepositSalt) => string) | undefined
  /** Returns the form of an address that customers see. */
  tell(address: string): ToldAddress
}>

const tellAsIs = (address: string) => ({ shown: address, memo: null })

/** The code of each family. To add a family, add a folder next to this file and an entry here. */
const families: { readonly [F in NetworkFamily]: Family<F> } = {
  evm: {
    createChain: async ({ settings, siblings = [], ...of }) =>
      (await import('./evm/evm-chain.ts')).createEvmChain({ ...settings, ...of, elsewhere: siblings }),
    createDeposits: async ({ settings, deposits: { factory = '', treasury }, ...of }) =>
      (await import('./evm/evm-deposits.ts')).createEvmDeposits({ ...settings, ...of, factory, treasury }),
    createSweeps: async ({ settings, deposits: { factory = '' }, ...of }) =>
      (await import('./evm/evm-sweeps.ts')).createEvmSweeps({ ...settings, ...of, factory }),
    depositAddresses: ({ factory }) =>
      factory === undefined ? undefined : createForwarderAddresses(factory),
    tell: tellAsIs,
  },
  solana: {
    createChain: async ({ settings, mode }) => {
      const { treasury, sweeper } = settings.deposits ?? {}
      const own = [treasury, sweeper].filter((address) => address !== undefined)
      return (await import('./solana/solana-chain.ts')).createSolanaChain({ ...settings, mode, own })
    },
    createDeposits: async ({ settings, deposits: { treasury, sweeper = '' }, mode }) =>
      (await import('./solana/deposits/solana-deposits.ts')).createSolanaDeposits({
        ...settings,
        mode,
        treasury,
        sweeper,
      }),
    createSweeps: async ({ settings, deposits: { treasury }, mode, sweeper }) =>
      (await import('./solana/sweeps/solana-sweeps.ts')).createSolanaSweeps({
        ...settings,
        mode,
        treasury,
        sweeper,
      }),
    depositAddresses: ({ sweeper }) => (sweeper === undefined ? undefined : createSeedAddresses(sweeper)),
    tell: tellAsIs,
  },
  stellar: {
    createChain: async ({ settings, mode }) => {
      const { treasury, sweeper } = settings.deposits ?? {}
      const ours = [treasury, sweeper].filter((address) => address !== undefined)
      return (await import('./stellar/stellar-chain.ts')).createStellarChain({ ...settings, mode, ours })
    },
    createDeposits: async ({ settings, deposits: { treasury, sweeper = '' }, mode }) =>
      (await import('./stellar/stellar-deposits.ts')).createStellarDeposits({
        ...settings,
        mode,
        treasury,
        sweeper,
      }),
    createSweeps: async ({ settings, deposits: { treasury }, mode, sweeper }) =>
      (await import('./stellar/stellar-sweeps.ts')).createStellarSweeps({
        ...settings,
        mode,
        treasury,
        sweeper,
      }),
    depositAddresses: ({ sweeper }) => (sweeper === undefined ? undefined : createMuxedAddresses(sweeper)),
    // Some wallets cannot send to a muxed address. They send to the account, with the id as a memo.
    tell: (address) => {
      const muxed = readMuxedAddress(address)
      return muxed === undefined ? tellAsIs(address) : { shown: muxed.account, memo: muxed.id.toString() }
    },
  },
}

export function familyOf<F extends NetworkFamily>(name: F): Family<F> {
  return families[name]
}

export async function createChain<F extends NetworkFamily>(place: Place<F>): Promise<Chain> {
  return familyOf(place.family).createChain(place)
}

export async function createDeposits<F extends NetworkFamily>(place: DepositPlace<F>): Promise<DepositChain> {
  return familyOf(place.family).createDeposits(place)
}

/** Returns undefined if the settings name no sweeper. */
export async function createSweeps<F extends NetworkFamily>(
  place: DepositPlace<F>,
): Promise<SweepChain | undefined> {
  const { sweeper } = place.deposits
  return sweeper === undefined ? undefined : familyOf(place.family).createSweeps({ ...place, sweeper })
}

/** The deposit settings of each network in each mode. */
type TargetPlaces = Readonly<
  Record<Mode, Readonly<Partial<Record<NetworkName, Readonly<{ deposits: DepositPlaces | undefined }>>>>>
>

export function createDepositTargets(places: TargetPlaces): DepositTargets {
  const addresses = new Map(
    (['live', 'test'] as const).flatMap((mode) =>
      Object.entries(places[mode]).map(([network, { deposits }]) => [
        `${mode}:${network}`,
        deposits && familyOn(network as NetworkName).depositAddresses(deposits),
      ]),
    ),
  )
  return {
    isOpen: (mode, network) => addresses.get(`${mode}:${network}`) !== undefined,
    of: (mode, network, salt) => {
      const address = addresses.get(`${mode}:${network}`)?.(salt)
      return address === undefined ? undefined : { address, ...familyOn(network).tell(address) }
    },
  }
}

function familyOn(network: NetworkName) {
  return familyOf(networkNamed(network).family)
}
