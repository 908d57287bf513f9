import type { Mode } from '@afara/server/kernel/mode.ts'
import { type NetworkName, networksOf } from '@afara/server/kernel/networks.ts'
import { createRandom } from '../fuzz/random.ts'
import { walletAddress } from '../fuzz/requests/wallet-address.ts'

export type OwnAddress = Readonly<{ network: NetworkName; what: string; address: string }>

export type OwnPlaces = Readonly<{
  /** Settings that name the addresses, as the server reads them. */
  environment: Readonly<Record<string, string>>
  named: readonly OwnAddress[]
  /** Addresses in no setting. Only our rows contain them. */
  lanes: readonly OwnAddress[]
}>

const evm = networksOf('evm')

/** Draws the settings of a deployment with our addresses on every network, in both modes. Each seed gives other addresses. */
export function drawOwnPlaces(seed: number): OwnPlaces {
  const random = createRandom(seed, 7)
  const named: OwnAddress[] = []
  const environment: Record<string, string> = {}
  const add = (mode: Mode, network: NetworkName, setting: string, text?: (address: string) => string) => {
    const address = walletAddress(random, network)
    named.push({ network, what: `${mode} ${setting.toLowerCase()}`, address })
    environment[`CHAIN_${mode}_${network}_${setting}`.toUpperCase()] = text?.(address) ?? address
    return address
  }
  for (const mode of ['live', 'test'] as const) {
    for (const network of evm) {
      for (const setting of ['TOKEN', 'FACTORY', 'TREASURY', 'SWEEPER']) add(mode, network, setting)
    }
    for (const setting of ['MINT', 'TREASURY', 'SWEEPER']) add(mode, 'Solana', setting)
    for (const setting of ['TREASURY', 'SWEEPER']) add(mode, 'Stellar', setting)
    add(mode, 'Stellar', 'ASSET', (issuer) => `NGNC:${issuer}`)
    const channels = Array.from({ length: 3 }, () => walletAddress(random, 'Stellar'))
    const hot = add(mode, 'Stellar', 'CHANNELS', (lane) => `${lane}=${channels.join(':1+')}:1`)
    named.push(
      ...channels.map((address) => ({ network: 'Stellar' as const, what: `channel of ${hot}`, address })),
    )
  }
  const lanes = networksOf('evm', 'solana', 'stellar').map((network) => ({
    network,
    what: 'lane',
    address: walletAddress(random, network),
  }))
  return { environment, named, lanes }
}

/** Addresses that belong to no wallet under any settings. */
export const reserved: readonly OwnAddress[] = [
  ...evm.flatMap((network) =>
    [
      '0x0000000000000000000000000000000000000000',
      '0x000000000000000000000000000000000000dead',
      '0x0000000000000000000000000000000000000001',
      '0x0000000000000000000000000000000000001010',
      '0x0200000000000000000000000000000000000005',
      '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      '0xffffffffffffffffffffffffffffffffffffffff',
    ].map((address) => ({ network, what: 'reserved', address })),
  ),
  ...[
    '11111111111111111111111111111111',
    'SysvarRent111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ].map((address) => ({ network: 'Solana' as const, what: 'reserved', address })),
  {
    network: 'Stellar',
    what: 'reserved',
    address: 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
  },
]
