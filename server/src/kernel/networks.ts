import type { Mode } from './mode.ts'
import { Refusal } from './refusal.ts'

/** Networks of one family share a protocol and an address format, so an address does not show its network. */
export type NetworkFamily = 'evm' | 'solana' | 'stellar'

type NetworkFacts = Readonly<{
  /** Spelling in the API. */
  name: string
  family: NetworkFamily
  /** The coin that pays for transfers, and the decimals of one whole coin. */
  gasAsset: string
  gasDecimals: number
  /** Whether two spellings of an address that differ only in case are the same account. */
  comparesCaseInsensitively: boolean
  /** Whether a deposit address can receive only after an account was opened there. */
  opensDepositAccounts: boolean
  /** How a node marks final blocks: by the block tag or commitment level `finalized`, or by closing a ledger (`closed`). */
  finality: 'finalized' | 'closed'
  explorer: ExplorerPages
}>

/** Public explorer of the network. A test network has an explorer only if the settings name one. */
type ExplorerPages = Readonly<{
  live: string
  /** Path between the explorer's URL and a transaction hash. `address` is the path before the address of an account. */
  transaction: string
  address: string
}>

type EvmFacts = NetworkFacts &
  Readonly<{
    family: 'evm'
    /** The block tag that all code of the family uses. A network whose nodes do not know this tag needs its own rule. */
    finality: 'finalized'
    chainIds: Readonly<Record<Mode, number>>
    /** Minimum tip, in the smallest unit per gas. Nodes of the network do not relay a transaction with a lower tip. */
    leastTip: bigint
  }>

type OtherFacts = NetworkFacts & Readonly<{ family: Exclude<NetworkFamily, 'evm'> }>

/**
 * Every network, with the facts that do not depend on a deployment. This is the only list: a new network of a known family needs one entry
 * here and its settings. Messages name the networks in this order.
 */
export const networks = [
  {
    name: 'Stellar',
    family: 'stellar',
    gasAsset: 'XLM',
    gasDecimals: 7,
    comparesCaseInsensitively: false,
    opensDepositAccounts: false,
    finality: 'closed',
    explorer: {
      live: 'https://stellar.expert/explorer/public',
      transaction: '/tx/',
      address: '/account/',
    },
  },
  {
    // The test network is Amoy. Nodes require a tip of 25 gwei or more, even if they suggest less.
    name: 'Polygon',
    family: 'evm',
    gasAsset: 'POL',
    gasDecimals: 18,
    comparesCaseInsensitively: true,
    opensDepositAccounts: false,
    finality: 'finalized',
    explorer: { live: 'https://polygonscan.com', transaction: '/tx/', address: '/address/' },
    chainIds: { live: 137, test: 80_002 },
    leastTip: 30_000_000_000n,
  },
  {
    name: 'Solana',
    family: 'solana',
    gasAsset: 'SOL',
    gasDecimals: 9,
    comparesCaseInsensitively: false,
    opensDepositAccounts: true,
    finality: 'finalized',
    explorer: { live: 'https://explorer.solana.com', transaction: '/tx/', address: '/address/' },
  },
  {
    // The C-Chain, which runs contracts. The test network is Fuji.
    name: 'Avalanche',
    family: 'evm',
    gasAsset: 'AVAX',
    gasDecimals: 18,
    comparesCaseInsensitively: true,
    opensDepositAccounts: false,
    finality: 'finalized',
    explorer: { live: 'https://snowtrace.io', transaction: '/tx/', address: '/address/' },
    chainIds: { live: 43_114, test: 43_113 },
    leastTip: 1_000_000n,
  },
] as const satisfies ReadonlyArray<EvmFacts | OtherFacts>

export type NetworkName = (typeof networks)[number]['name']
export type EvmNetworkName = Extract<(typeof networks)[number], { family: 'evm' }>['name']
export type GasAsset = (typeof networks)[number]['gasAsset']

type OurNames = Readonly<{ name: NetworkName; gasAsset: GasAsset }>
export type EvmNetwork = EvmFacts & OurNames
export type Network = EvmNetwork | (OtherFacts & OurNames)

export const networkNames: readonly NetworkName[] = networks.map(({ name }) => name)

/** Returns the networks of these families, grouped in the order of the families. */
export function networksOf(...families: readonly NetworkFamily[]): readonly NetworkName[] {
  return families.flatMap((wanted) =>
    networks.filter(({ family }) => family === wanted).map(({ name }) => name),
  )
}

/** The names as part of a sentence: `Stellar, Polygon, Solana or Avalanche`. */
export const networkChoice = `${networkNames.slice(0, -1).join(', ')} or ${networkNames.at(-1)}`

export function networkNamed<N extends NetworkName>(
  name: N,
): Extract<(typeof networks)[number], { name: N }> {
  const found = networks.find((network) => network.name === name)
  if (found === undefined) throw new Error(`no network is called ${name}`)
  return found as Extract<(typeof networks)[number], { name: N }>
}

/** Reads a network's name without regard to case. */
export function parseNetwork(text: string): NetworkName {
  const name = networkNames.find((known) => known.toLowerCase() === text.toLowerCase())
  if (name === undefined)
    throw new Refusal('network_unknown', `This network does not exist. Use ${networkChoice}.`)
  return name
}
