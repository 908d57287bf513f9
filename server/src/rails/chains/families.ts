import type { NetworkFamily } from '../../kernel/networks.ts'
import type { DepositChain } from '../../movements/deposits/deposit-chain.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { SweepChain } from '../../movements/treasury/sweep-chain.ts'
import { createForwarderAddresses } from './evm/forwarder-address.ts'
import type { DepositPlace, Family, Place } from './family.ts'
import { createSeedAddresses } from './solana/addresses/seed-address.ts'
import { createMuxedAddresses, readMuxedAddress } from './stellar/muxed-address.ts'

const asItIs = (address: string) => ({ shown: address, memo: null })

/** How each family of networks is read, sent on and swept. A new one is a folder beside this file, and its lines here. */
const families: { readonly [F in NetworkFamily]: Family<F> } = {
  evm: {
    createChain: async ({ settings, siblings = [], ...of }) =>
      (await import('./evm/evm-chain.ts')).createEvmChain({ ...settings, ...of, elsewhere: siblings }),
    createDeposits: async ({ settings, deposits: { factory = '', treasury }, ...of }) =>
      (await import('./evm/evm-deposits.ts')).createEvmDeposits({ ...settings, ...of, factory, treasury }),
    createSweeps: async ({ settings, deposits: { factory = '', sweeper }, ...of }) =>
      sweeper === undefined
        ? undefined
        : (await import('./evm/evm-sweeps.ts')).createEvmSweeps({ ...settings, ...of, factory, sweeper }),
    depositAddresses: ({ factory }) =>
      factory === undefined ? undefined : createForwarderAddresses(factory),
    tell: asItIs,
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
    createSweeps: async ({ settings, deposits: { treasury, sweeper }, mode }) =>
      sweeper === undefined
        ? undefined
        : (await import('./solana/sweeps/solana-sweeps.ts')).createSolanaSweeps({
            ...settings,
            mode,
            treasury,
            sweeper,
          }),
    depositAddresses: ({ sweeper }) => (sweeper === undefined ? undefined : createSeedAddresses(sweeper)),
    tell: asItIs,
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
    createSweeps: async ({ settings, deposits: { treasury, sweeper }, mode }) =>
      sweeper === undefined
        ? undefined
        : (await import('./stellar/stellar-sweeps.ts')).createStellarSweeps({
            ...settings,
            mode,
            treasury,
            sweeper,
          }),
    depositAddresses: ({ sweeper }) => (sweeper === undefined ? undefined : createMuxedAddresses(sweeper)),
    // Whoever cannot send to an address with a number in it writes the number beside it.
    tell: (address) => {
      const muxed = readMuxedAddress(address)
      return muxed === undefined ? asItIs(address) : { shown: muxed.account, memo: muxed.id.toString() }
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

export async function createSweeps<F extends NetworkFamily>(
  place: DepositPlace<F>,
): Promise<SweepChain | undefined> {
  return familyOf(place.family).createSweeps(place)
}
