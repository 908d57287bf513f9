import type { Mode } from '../../kernel/mode.ts'
import { type NetworkFamily, type NetworkName, networkNamed, networkNames } from '../../kernel/networks.ts'
import type {
  AddressRefusalCode,
  AddressVerdict,
  WalletAddressRules,
} from '../../movements/transfers/wallet-address.ts'
import type { AddressFamily } from './address-family.ts'
import { evmAddresses } from './evm/evm-address.ts'
import { type DepositPlaces, familyOf as lookUpFamily } from './families.ts'
import { faultOfText, foreignAddressIn, secretIn } from './mistaken-text.ts'
import { solanaAddresses } from './solana/addresses/solana-address.ts'
import { stellarAddresses } from './stellar/stellar-address.ts'

/** Addresses of our wallets and of the token, in both modes. None of them can be a customer's wallet. */
type ForbiddenAddresses = Readonly<
  Partial<Record<NetworkName, Readonly<{ tokens?: readonly string[]; ownWallets?: readonly string[] }>>>
>

const families: Readonly<Record<NetworkFamily, AddressFamily>> = {
  evm: evmAddresses,
  stellar: stellarAddresses,
  solana: solanaAddresses,
}

// The longest secret that is recognised is a recovery phrase of 24 words. A longer text is not checked.
const MAX_TEXT_LENGTH = 400

const OUR_WALLET = 'one of our own wallets'

/** Throws if a forbidden address is invalid, because a misspelt entry would forbid nothing. */
export function createWalletAddressRules(
  deps: Readonly<{ forbidden: ForbiddenAddresses }>,
): WalletAddressRules {
  const forbidden = new Map(networkNames.map((name) => [name, forbiddenAccounts(name, deps.forbidden)]))
  const judge = (network: NetworkName, text: string, mayBeOurs: boolean): AddressVerdict => {
    const reading = familyOf(network).read(text)
    if (reading.outcome === 'refused') return explain(network, text, reading)
    const what = forbidden.get(network)?.get(reading.account) ?? reading.reserved
    return what === undefined || (mayBeOurs && what === OUR_WALLET)
      ? { outcome: 'fine', address: reading.address }
      : neverYours(what)
  }
  return {
    judge: (network, text) => judge(network, text, false),
    judgeOwn: (network, text) => judge(network, text, true),
    tell: (network, address) => lookUpFamily(networkNamed(network).family).tell(address),
    isSecret: (text) => secretIn(text.slice(0, MAX_TEXT_LENGTH)) !== undefined,
  }
}

function familyOf(network: NetworkName): AddressFamily {
  return families[networkNamed(network).family]
}

function forbiddenAccounts(network: NetworkName, given: ForbiddenAddresses): ReadonlyMap<string, string> {
  const family = familyOf(network)
  const { tokens = [], ownWallets = [] } = given[network] ?? {}
  const entry = (address: string, what: string): [string, string] => {
    const reading = family.read(address)
    if (reading.outcome === 'refused')
      throw new Error(`a forbidden address of ${network} is not valid: ${reading.message}`)
    return [reading.account, what]
  }
  return new Map([
    ...tokens.map((address) => entry(address, family.tokenIs)),
    ...ownWallets.map((address) => entry(address, OUR_WALLET)),
  ])
}

/**
 * Returns the most helpful refusal. If the text is recognised as something else than an address, the refusal says so instead of naming a
 * fault in its spelling.
 */
function explain(network: NetworkName, text: string, refusal: AddressVerdict): AddressVerdict {
  if (text.length > MAX_TEXT_LENGTH)
    return refused('wallet_address_invalid', 'This is too long to be an address. Copy only the address.')
  const secret = secretIn(text)
  if (secret !== undefined) {
    return refused(
      'wallet_address_is_secret',
      `This is ${secret}, not an address. If it opens a wallet, treat it as exposed: move the funds to a new wallet, and use the address of the new wallet.`,
    )
  }
  const foreign = foreignAddressIn(text)
  if (foreign !== undefined)
    return refused('wallet_address_wrong_network', `This is ${foreign}. ${askFor(network)}`)
  const fault = faultOfText(text)
  if (fault !== undefined) return refused('wallet_address_invalid', fault)
  const meant = networkNames.filter(
    (name) => familyOf(name) !== familyOf(network) && familyOf(name).resembles(text),
  )
  if (meant.length === 0) return refusal
  return refused(
    'wallet_address_wrong_network',
    `This looks like an address of ${meant.join(' or ')}. ${askFor(network)} Send such an address, or choose the network of this one.`,
  )
}

function askFor(network: NetworkName): string {
  return `An address of ${network} begins with ${familyOf(network).beginsWith}.`
}

function neverYours(what: string): AddressVerdict {
  return refused(
    'wallet_address_forbidden',
    `This is ${what}. Tokens sent there are lost. Use the address of a wallet that you control.`,
  )
}

function refused(code: AddressRefusalCode, message: string): AddressVerdict {
  return { outcome: 'refused', code, message }
}

type OwnPlaces = Readonly<{
  tokens: readonly string[]
  channels: readonly string[]
  deposits: DepositPlaces | undefined
}>

/**
 * Collects the addresses of our wallets and of the token from the settings. Each address is forbidden on every network of its family and
 * in both modes: a customer who was given one in test mode must not be paid there in live mode.
 */
export function forbiddenIn(
  places: Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, OwnPlaces>>>>>,
): ForbiddenAddresses {
  const all = [places.live, places.test].flatMap((ofMode) =>
    Object.entries(ofMode).map(([name, of]) => ({ ...of, family: networkNamed(name as NetworkName).family })),
  )
  return Object.fromEntries(
    networkNames.map((name) => {
      const own = all.filter(({ family }) => family === networkNamed(name).family)
      return [
        name,
        {
          tokens: unique(own.flatMap(({ tokens }) => tokens)),
          ownWallets: unique(
            own.flatMap(({ channels, deposits }) => [
              ...channels,
              deposits?.treasury,
              deposits?.factory,
              deposits?.sweeper,
            ]),
          ),
        },
      ]
    }),
  )
}

function unique(addresses: ReadonlyArray<string | undefined>): readonly string[] {
  return [...new Set(addresses.filter((address) => address !== undefined))]
}
