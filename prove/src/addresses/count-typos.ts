import {
  type NetworkFamily,
  type NetworkName,
  networkNamed,
  networkNames,
} from '@afara/server/kernel/networks.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { getAddress } from 'viem'
import { createRandom, type Random } from '../fuzz/random.ts'
import { walletAddress } from '../fuzz/requests/wallet-address.ts'
import { type Spelling, slips } from './slips.ts'

export type Typos = Readonly<{
  made: number
  /** Accepted as another wallet without notice. */
  passed: readonly string[]
  passedByKind: ReadonlyMap<string, number>
}>

const alphabets: Readonly<Record<NetworkFamily, string>> = {
  evm: '0123456789abcdefABCDEF',
  stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
}
const prefixes: Readonly<Record<NetworkFamily, number>> = { evm: 2, stellar: 1, solana: 0 }

/** Makes each kind of typing error in turn, each on a new address. An error that changes nothing, or only the spelling, is not counted. */
export function countTypos(
  rules: WalletAddressRules,
  network: NetworkName,
  wanted: number,
  seed: number,
): Typos {
  const random = createRandom(seed, networkNames.indexOf(network))
  const kinds = Object.entries(slips)
  const passed: string[] = []
  const passedByKind = new Map<string, number>()
  const spelling = spellingOf(network, random)
  for (let made = 0, turn = 0; made < wanted; turn += 1) {
    const [kind, slip] = kinds[turn % kinds.length] ?? []
    const address = addressOf(random, network)
    const typed = slip?.(address, random, spelling) ?? address
    const [meant, got] = [rules.judge(network, address), rules.judge(network, typed)]
    if (meant.outcome !== 'fine')
      throw new Error(`${address} is not an address of ${network}: ${meant.message}`)
    // On an EVM network the lower-case form is the same address.
    if (typed === address || (got.outcome === 'fine' && got.address === meant.address)) continue
    made += 1
    if (got.outcome === 'refused') continue
    passed.push(got.address)
    passedByKind.set(kind ?? '', (passedByKind.get(kind ?? '') ?? 0) + 1)
  }
  return { made: wanted, passed, passedByKind }
}

function spellingOf(network: NetworkName, random: Random): Spelling {
  const { family } = networkNamed(network)
  const others = networkNames.filter((other) => networkNamed(other).family !== family)
  return {
    alphabet: alphabets[family],
    prefix: prefixes[family],
    others: () => addressOf(random, random.pick(others)),
  }
}

/** Returns an address as wallets show it. On EVM networks its capitals are the checksum. */
function addressOf(random: Random, network: NetworkName): string {
  const address = walletAddress(random, network)
  return networkNamed(network).family === 'evm' ? getAddress(address) : address
}
