import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import { type NetworkName, networkNamed, networksOf } from '../../kernel/networks.ts'
import type { AccountFeed } from '../../records/banks/vendor-account.ts'

export const seedBusiness = { name: 'Ada Foods', linkTag: 'ada-foods' } as const

export const seedBalance = money('NGNC', 1_000_000_00n)

/**
 * Wallets on local chains. On EVM networks they are the second and third wallets that anvil creates. Their keys are public, and their
 * tokens are worthless.
 */
export const seedLanes: readonly SeedLane[] = [
  ...networksOf('evm').flatMap((network) => [
    { network, number: 1, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    { network, number: 2, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
  ]),
  { network: 'Solana', number: 1, address: 'HTdbYStpgvA8VuSMR3JMgJq4wZu1QJwENnYCPy2bKoHm' },
  {
    network: 'Stellar',
    number: 1,
    address: 'GBA7YY5WJQTVAAETSI64JP7FEPVK23H6WDWK4VCDR3FV4SWRVDXVJMGO',
  },
]

export type SeedLane = Readonly<{
  network: NetworkName
  number: number
  address: string
}>

/** Float of each lane. */
export const seedFloat = money('NGNC', 1_000_000_000_00n)

/** Gas of each lane. */
export function seedGas(network: NetworkName): Money {
  const { gasAsset, gasDecimals } = networkNamed(network)
  return money(gasAsset, 10_000n * 10n ** BigInt(gasDecimals))
}

/** Payout accounts at the simulated bank. Their ids are fixed, because the payer's policy names them before the database exists. */
export const seedPayoutAccounts = [
  {
    id: '01935a00-0000-7000-8000-000000000011',
    vendor: 'paystack',
    name: 'main',
    accountNumber: '0000000011',
  },
  {
    id: '01935a00-0000-7000-8000-000000000012',
    vendor: 'monnify',
    name: 'main',
    accountNumber: '0000000012',
  },
] as const

/** Balance of each payout account. */
export const seedPayoutFunds = money('NGN', 10_000_000_000_00n)

export const seedKeyLabel = 'seed'

/** Two operators, because some changes need two. Addresses under .test receive no mail. */
/** Their ids are fixed, because the vault's operators file names them before the database exists. */
export const seedOperators = [
  { id: '01935a00-0000-7000-8000-000000000021', email: 'bisi@afara.test', name: 'Bisi Adeyemi' },
  { id: '01935a00-0000-7000-8000-000000000022', email: 'chidi@afara.test', name: 'Chidi Okafor' },
] as const

type SeedAccount = Readonly<{
  mode: Mode
  name: string
  accountNumber: string
  bank?: string
  business?: string
  feed?: AccountFeed
  isPool?: boolean
}>

export const seedAccounts: readonly SeedAccount[] = [
  {
    mode: 'test',
    name: 'TEST Afara Collections 1',
    accountNumber: '0000000001',
    feed: 'monnify',
  },
  {
    mode: 'test',
    name: 'TEST Afara Collections 2',
    accountNumber: '0000000002',
    feed: 'providus',
  },
  {
    mode: 'test',
    name: 'TEST Ada Foods / Afara',
    accountNumber: '0000000003',
    business: seedBusiness.linkTag,
    feed: 'paystack',
  },
  // These receive what is paid to numbers of their own. If Kora gives none, Monnify is asked, and then Providus.
  {
    mode: 'test',
    name: 'TEST Afara Numbers 1',
    accountNumber: '0000000004',
    feed: 'kora',
    isPool: true,
  },
  {
    mode: 'test',
    name: 'TEST Afara Numbers 2',
    accountNumber: '0000000006',
    feed: 'monnify',
    isPool: true,
  },
  {
    mode: 'test',
    name: 'TEST Afara Numbers 3',
    accountNumber: '0000000007',
    feed: 'providus',
    isPool: true,
  },
  // Without this account, lists in live mode would be empty in development. Its check digit is wrong for the bank, so no one can own it.
  { mode: 'live', name: 'Afara Development, not in use', accountNumber: '0000000005', bank: 'Providus Bank' },
]
