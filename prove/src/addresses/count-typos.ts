import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { getAddress } from 'viem'
import { createRandom, type Random } from '../fuzz/random.ts'
import { type Network, networks, walletAddress } from '../fuzz/requests/wallet-address.ts'
import { type Spelling, slips } from './slips.ts'

export type Typos = Readonly<{
  made: number
  /** Taken for somebody else's wallet, and nobody would notice. */
  passed: readonly string[]
  passedByKind: ReadonlyMap<string, number>
}>

const alphabets: Readonly<Record<Network, string>> = {
  Polygon: '0123456789abcdefABCDEF',
  Avalanche: '0123456789abcdefABCDEF',
  Stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  Solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
}
const prefixes: Readonly<Record<Network, number>> = { Polygon: 2, Avalanche: 2, Stellar: 1, Solana: 0 }
const families: Readonly<Record<Network, string>> = {
  Polygon: 'evm',
  Avalanche: 'evm',
  Stellar: 'stellar',
  Solana: 'solana',
}

/** Each kind of slip in turn, on an address of its own. A slip that changes nothing, or only the spelling, is none. */
export function countTypos(
  rules: WalletAddressRules,
  network: NetworkName,
  wanted: number,
  seed: number,
): Typos {
  const random = createRandom(seed, networks.indexOf(network))
  const kinds = Object.entries(slips)
  const passed: string[] = []
  const passedByKind = new Map<string, number>()
  const spelling = spellingOf(network, random)
  for (let made = 0, turn = 0; made < wanted; turn += 1) {
    const [kind, slip] = kinds[turn % kinds.length] ?? []
    const address = addressOf(random, network)
    const typed = slip?.(address, random, spelling) ?? address
    const [meant, got] = [rules.judge(network, address), rules.judge(network, typed)]
    if (meant.outcome !== 'fine') throw new Error(`${address} is no address of ${network}: ${meant.message}`)
    // In small letters it is the same address of an EVM network.
    if (typed === address || (got.outcome === 'fine' && got.address === meant.address)) continue
    made += 1
    if (got.outcome === 'refused') continue
    passed.push(got.address)
    passedByKind.set(kind ?? '', (passedByKind.get(kind ?? '') ?? 0) + 1)
  }
  return { made: wanted, passed, passedByKind }
}

function spellingOf(network: Network, random: Random): Spelling {
  const others = networks.filter((other) => families[other] !== families[network])
  return {
    alphabet: alphabets[network],
    prefix: prefixes[network],
    others: () => addressOf(random, random.pick(others)),
  }
}

/** As wallets show it: on EVM networks with the checksum in its capitals. */
function addressOf(random: Random, network: Network): string {
  const address = walletAddress(random, network)
  return families[network] === 'evm' ? getAddress(address) : address
}
