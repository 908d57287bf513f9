import type { Mode } from '../kernel/mode.ts'
import { type NetworkFamily, type NetworkName, networkNamed, networkNames } from '../kernel/networks.ts'
import type { ChainPrefix, LaneChannels } from './chain-settings.ts'
import type { Settings } from './read-settings.ts'

/** The chains by mode and network. A network without settings is absent. */
export type ChainsConfig = Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, ChainConfig>>>>>
/**
 * For a process that uses no chain: the settings that deposit addresses are computed from, and addresses that are never a customer's
 * wallet. Contains no secret.
 */
export type KnownAddressesConfig = Readonly<
  Record<Mode, Readonly<Partial<Record<NetworkName, KnownAddresses>>>>
>

/** The URL of each configured explorer, by mode and network. */
export type ExplorersConfig = Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, string>>>>>

/** A chain on which we send. */
export type ChainConfig = FamilyConfig &
  Readonly<{
    url: string
    /** A second node of another provider. An outcome counts only when both nodes report it. Required for live chains. */
    witnessUrl: string | undefined
    decimals: number
    /** Set if deposits are watched. */
    deposits: DepositsConfig | undefined
  }>

type FamilyConfig =
  | Readonly<{ family: 'evm' /** Contract of the naira token. */; token: string }>
  | Readonly<{
      family: 'solana'
      /** Mint of the naira token, and the secret from which the lanes' markers are derived. */
      mint: string
      markerSecret: string
    }>
  | Readonly<{
      family: 'stellar'
      /** The naira token: its code, a colon and its issuer. */
      asset: string
      passphrase: string
      /** The channel accounts whose sequence numbers are a lane's locks, by the lane's address. */
      lanes: LaneChannels
    }>

type DepositsConfig = Readonly<{
  /** Our wallet that receives the swept tokens. */
  treasury: string
  /** Deposit factory of an EVM network. */
  factory: string | undefined
  /** The wallet that sweeps. On networks other than EVM, deposit addresses are derived from it. */
  sweeper: string | undefined
  /** Block after which the first reading starts. */
  fromBlock: bigint | undefined
  /** A deposit above this amount in kobo counts only when the second node shows it too. */
  witnessAboveMinor: bigint
}>

type KnownAddresses = Readonly<{
  family: NetworkFamily
  /** Addresses that identify the token: a contract, a mint or an issuer. */
  tokens: readonly string[]
  deposits: Pick<DepositsConfig, 'treasury' | 'factory' | 'sweeper'> | undefined
  /** Our other wallets: lanes and their channels. */
  channels: readonly string[]
}>

const STELLAR_DECIMALS = 7

/** A process that sends nothing gets no second node and no secret, because the table of settings does not give it any. */
export function readChainsConfig(settings: Settings): ChainsConfig {
  return byMode((prefix, family) => readChain(settings, prefix, family))
}

/** Reads explorers that replace the usual ones: the URL of the site without a path to a transaction. */
export function readExplorersConfig({ find }: Settings): ExplorersConfig {
  return byMode((prefix) => find(`${prefix}_EXPLORER`))
}

/** Reads the addresses that a process must recognise without using a chain. */
export function readKnownAddressesConfig(settings: Settings): KnownAddressesConfig {
  return byMode((prefix, family) => readKnownAddresses(settings, prefix, family))
}

/** Reads the settings of every mode and network. A network without settings is absent. */
function byMode<T>(read: (prefix: ChainPrefix, family: NetworkFamily) => T | undefined) {
  const ofMode = (mode: Mode): Partial<Record<NetworkName, T>> =>
    Object.fromEntries(
      networkNames.flatMap((network) => {
        const prefix = `CHAIN_${mode}_${network}`.toUpperCase() as ChainPrefix
        const found = read(prefix, networkNamed(network).family)
        return found === undefined ? [] : [[network, found]]
      }),
    )
  return { live: ofMode('live'), test: ofMode('test') }
}

function readChain(settings: Settings, prefix: ChainPrefix, family: NetworkFamily): ChainConfig | undefined {
  const { find, get } = settings
  const url = find(`${prefix}_URL`)
  if (url === undefined) return undefined
  return {
    url,
    witnessUrl: find(`${prefix}_WITNESS_URL`),
    ...readFamily(settings, prefix, family),
    decimals: family === 'stellar' ? STELLAR_DECIMALS : get(`${prefix}_DECIMALS`),
    deposits: readDeposits(settings, prefix, family),
  }
}

function readFamily({ find, get }: Settings, prefix: ChainPrefix, family: NetworkFamily): FamilyConfig {
  switch (family) {
    case 'evm':
      return { family, token: get(`${prefix}_TOKEN`) }
    case 'solana':
      return {
        family,
        mint: get(`${prefix}_MINT`),
        // The api, which sends nothing, has none.
        markerSecret: find(`${prefix}_MARKER_SECRET`) ?? 'unused',
      }
    default:
      return {
        family,
        asset: get(`${prefix}_ASSET`),
        passphrase: get(`${prefix}_PASSPHRASE`),
        lanes: find(`${prefix}_CHANNELS`) ?? new Map(),
      }
  }
}

function readKnownAddresses(
  settings: Settings,
  prefix: ChainPrefix,
  family: NetworkFamily,
): KnownAddresses | undefined {
  const { find } = settings
  const deposits = readDeposits(settings, prefix, family)
  // On Stellar the token is known by its issuer, and a payment to the issuer burns tokens.
  const token =
    find(`${prefix}_TOKEN`) ?? find(`${prefix}_MINT`) ?? find(`${prefix}_ASSET`)?.replace(/^.*:/, '')
  if (deposits === undefined && token === undefined) return undefined
  const lanes: LaneChannels = find(`${prefix}_CHANNELS`) ?? new Map()
  return {
    family,
    tokens: token === undefined ? [] : [token],
    deposits: deposits && {
      treasury: deposits.treasury,
      factory: deposits.factory,
      sweeper: deposits.sweeper,
    },
    channels: [...lanes].flatMap(([lane, of]) => [lane, ...of.map(({ address: channel }) => channel)]),
  }
}

function readDeposits(
  { find, get }: Settings,
  prefix: ChainPrefix,
  family: NetworkFamily,
): DepositsConfig | undefined {
  const [factory, sweeper] = [find(`${prefix}_FACTORY`), find(`${prefix}_SWEEPER`)]
  // Deposit addresses are derived from this setting. Without it, no deposits are watched.
  if ((family === 'evm' ? factory : sweeper) === undefined) return undefined
  return {
    treasury: get(`${prefix}_TREASURY`),
    factory,
    sweeper,
    fromBlock: find(`${prefix}_FROM_BLOCK`),
    witnessAboveMinor: get(`${prefix}_WITNESS_ABOVE`),
  }
}
