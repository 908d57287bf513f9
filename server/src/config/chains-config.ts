import type { Mode } from '../kernel/mode.ts'
import { type NetworkFamily, type NetworkName, networkNamed, networkNames } from '../kernel/networks.ts'
import {
  type Environment,
  isSet,
  readBaseUrl,
  readMatching,
  readNairaMinor,
  readText,
  readUrl,
  readWholeNumber,
  refuseSetting,
} from './setting.ts'

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

type LaneChannels = ReadonlyMap<string, ReadonlyArray<Readonly<{ address: string; base: bigint }>>>
type AddressForm = Readonly<{ form: RegExp; words: string }>

// Checks only enough to find a value in the wrong setting. The code of the network family checks the rest.
const addressForms: Readonly<Record<NetworkFamily, AddressForm>> = {
  evm: { form: /^0x[0-9a-fA-F]{40}$/, words: 'the address of a contract: 0x and 40 hexadecimal digits' },
  solana: { form: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, words: 'a Solana address' },
  stellar: { form: /^G[A-Z2-7]{55}$/, words: 'a Stellar address that begins with G' },
}
const STELLAR_DECIMALS = 7
const STELLAR_ASSET = /^[A-Za-z0-9]{1,12}:G[A-Z2-7]{55}$/

export function readChainsConfig(env: Environment): ChainsConfig {
  return byMode((mode, network) => readChain(env, prefixOf(mode, network), networkNamed(network).family))
}

/** Reads the chains of a process that queries wallets and sends nothing. It needs one node and no lane settings. */
export function readQueriedChainsConfig(env: Environment): ChainsConfig {
  return byMode((mode, network) => {
    const prefix = prefixOf(mode, network)
    const queried = { ...env, [`${prefix}_MARKER_SECRET`]: 'unused', [`${prefix}_WITNESS_URL`]: undefined }
    return readChain(queried, prefix, networkNamed(network).family, false)
  })
}

/** Reads explorers that replace the usual ones: the URL of the site without a path to a transaction. */
export function readExplorersConfig(env: Environment): ExplorersConfig {
  return byMode((mode, network) => {
    const name = `${prefixOf(mode, network)}_EXPLORER`
    return isSet(env, name) ? readBaseUrl(env, name) : undefined
  })
}

export function readKnownAddressesConfig(env: Environment): KnownAddressesConfig {
  return byMode((mode, network) =>
    readKnownAddresses(env, prefixOf(mode, network), networkNamed(network).family),
  )
}

/**
 * Reads the settings of every mode and network. Every process needs all of them, because our wallet on one network is also ours on the
 * other networks of the family, and in the other mode.
 */
function byMode<T>(read: (mode: Mode, network: NetworkName) => T | undefined) {
  const ofMode = (mode: Mode): Partial<Record<NetworkName, T>> =>
    Object.fromEntries(
      networkNames.flatMap((network) => {
        const found = read(mode, network)
        return found === undefined ? [] : [[network, found]]
      }),
    )
  return { live: ofMode('live'), test: ofMode('test') }
}

function prefixOf(mode: Mode, network: NetworkName): string {
  return `CHAIN_${mode}_${network}`.toUpperCase()
}

function readChain(
  env: Environment,
  prefix: string,
  family: NetworkFamily,
  isSentOn = true,
): ChainConfig | undefined {
  if (!isSet(env, `${prefix}_URL`)) return undefined
  const own = readFamily(env, prefix, family)
  return {
    url: readUrl(env, `${prefix}_URL`),
    witnessUrl: isSentOn ? readWitnessUrl(env, prefix) : undefined,
    ...own,
    decimals: family === 'stellar' ? STELLAR_DECIMALS : readDecimals(env, `${prefix}_DECIMALS`),
    deposits: readDeposits(env, prefix, family),
  }
}

function readFamily(env: Environment, prefix: string, family: NetworkFamily): FamilyConfig {
  switch (family) {
    case 'evm':
      return { family, token: readAddress(env, `${prefix}_TOKEN`, family) }
    case 'solana':
      return {
        family,
        mint: readAddress(env, `${prefix}_MINT`, family),
        markerSecret: readText(env, `${prefix}_MARKER_SECRET`),
      }
    default:
      return {
        family,
        asset: readAsset(env, `${prefix}_ASSET`),
        passphrase: readText(env, `${prefix}_PASSPHRASE`),
        lanes: readChannels(env, `${prefix}_CHANNELS`),
      }
  }
}

/** Reads the addresses that the API must recognise without using a chain. */
function readKnownAddresses(
  env: Environment,
  prefix: string,
  family: NetworkFamily,
): KnownAddresses | undefined {
  const deposits = readDeposits(env, prefix, family)
  const tokenName = `${prefix}_${tokenSettings[family]}`
  if (deposits === undefined && !isSet(env, tokenName)) return undefined
  // Required in live mode: a missing setting must not let the token's address pass as a customer's wallet.
  const isTokenKnown = isSet(env, tokenName) || prefix.startsWith('CHAIN_LIVE')
  const token = isTokenKnown ? [readTokenAddress(env, tokenName, family)] : []
  const lanes: LaneChannels = family === 'stellar' ? readChannels(env, `${prefix}_CHANNELS`) : new Map()
  return {
    family,
    tokens: token,
    deposits: deposits && {
      treasury: deposits.treasury,
      factory: deposits.factory,
      sweeper: deposits.sweeper,
    },
    channels: [...lanes].flatMap(([lane, of]) => [lane, ...of.map(({ address: channel }) => channel)]),
  }
}

const tokenSettings: Readonly<Record<NetworkFamily, string>> = {
  evm: 'TOKEN',
  solana: 'MINT',
  stellar: 'ASSET',
}

/** Returns the address of the token. On Stellar that is the issuer, and a payment to the issuer burns tokens. */
function readTokenAddress(env: Environment, name: string, family: NetworkFamily): string {
  return family === 'stellar' ? readAsset(env, name).replace(/^.*:/, '') : readAddress(env, name, family)
}

function readDeposits(env: Environment, prefix: string, family: NetworkFamily): DepositsConfig | undefined {
  // Deposit addresses are derived from this setting. Without it, no deposits are watched.
  if (!isSet(env, `${prefix}_${family === 'evm' ? 'FACTORY' : 'SWEEPER'}`)) return undefined
  const optional = (name: string) => (isSet(env, name) ? readAddress(env, name, family) : undefined)
  return {
    treasury: readAddress(env, `${prefix}_TREASURY`, family),
    factory: family === 'evm' ? readAddress(env, `${prefix}_FACTORY`, family) : undefined,
    sweeper: optional(`${prefix}_SWEEPER`),
    fromBlock: isSet(env, `${prefix}_FROM_BLOCK`)
      ? readWholeNumber(env, `${prefix}_FROM_BLOCK`, 'a block number')
      : undefined,
    witnessAboveMinor: readNairaMinor(env, `${prefix}_WITNESS_ABOVE`, 0n),
  }
}

/** Reads the URL of the second node. A single node could make us believe that a payment arrived, or that it never will. */
function readWitnessUrl(env: Environment, prefix: string): string | undefined {
  const name = `${prefix}_WITNESS_URL`
  const wanted = 'the URL of a second node, run by another provider'
  if (!isSet(env, name)) return prefix.startsWith('CHAIN_LIVE') ? refuseSetting(name, wanted) : undefined
  const second = readUrl(env, name)
  return new URL(second).host === new URL(readUrl(env, `${prefix}_URL`)).host
    ? refuseSetting(name, wanted)
    : second
}

function readAddress(env: Environment, name: string, family: NetworkFamily): string {
  const { form, words } = addressForms[family]
  return readMatching(env, name, form, words)
}

function readAsset(env: Environment, name: string): string {
  return readMatching(env, name, STELLAR_ASSET, 'a code and an issuer, such as NGNC:G…')
}

/** Reads the decimals of the token. With fewer than two decimals, the token could not represent a kobo. */
function readDecimals(env: Environment, name: string): number {
  const value = readText(env, name)
  const isFine = /^[0-9]{1,2}$/.test(value) && Number(value) >= 2 && Number(value) <= 30
  return isFine ? Number(value) : refuseSetting(name, 'a number of decimals from 2 to 30')
}

/** Parses `<lane>=<channel>:<base sequence>+<channel>:<base>…;<lane>=…`, in the order in which locks use the channels. */
function readChannels(env: Environment, name: string): LaneChannels {
  const wanted = 'lanes with their channels: <lane>=<channel>:<base sequence>+<channel>:<base>;<lane>=…'
  if (!isSet(env, name)) return new Map()
  const lanes = readText(env, name)
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [lane = '', list = ''] = part.trim().split('=')
      const read = list.split('+').map((item) => {
        const [, channel = '', base = ''] = /^(G[A-Z2-7]{55}):([0-9]{1,19})$/.exec(item) ?? []
        return channel === '' ? refuseSetting(name, wanted) : { address: channel, base: BigInt(base) }
      })
      return addressForms.stellar.form.test(lane) ? ([lane, read] as const) : refuseSetting(name, wanted)
    })
  const all = lanes.flatMap(([lane, of]) => [lane, ...of.map(({ address: channel }) => channel)])
  // A channel of two lanes would give both the same sequence numbers.
  return new Set(all).size === all.length ? new Map(lanes) : refuseSetting(name, wanted)
}
