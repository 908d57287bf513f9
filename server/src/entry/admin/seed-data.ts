import type { Mode } from '../../kernel/mode.ts'
import { money } from '../../kernel/money/money.ts'
import type { AccountFeed } from '../../records/banks/account-feed.ts'

export const seedBusiness = { name: 'Ada Foods', linkTag: 'ada-foods' } as const

export const seedBalance = money('NGNC', 1_000_000_00n)

export const seedKeyLabel = 'seed'

/** Two, because some changes take two people. Addresses under .test reach nobody. */
export const seedOperators = [
  { email: 'bisi@afara.test', name: 'Bisi Adeyemi' },
  { email: 'chidi@afara.test', name: 'Chidi Okafor' },
] as const

type SeedAccount = Readonly<{
  mode: Mode
  name: string
  accountNumber: string
  bank?: string
  business?: string
  feed?: AccountFeed
}>

export const seedAccounts: readonly SeedAccount[] = [
  {
    mode: 'test',
    name: 'TEST ONLY, DO NOT PAY: Afara Collections 1',
    accountNumber: '0000000001',
    feed: 'monnify',
  },
  {
    mode: 'test',
    name: 'TEST ONLY, DO NOT PAY: Afara Collections 2',
    accountNumber: '0000000002',
    feed: 'providus',
  },
  {
    mode: 'test',
    name: 'TEST ONLY, DO NOT PAY: Ada Foods at Afara',
    accountNumber: '0000000003',
    business: seedBusiness.linkTag,
    feed: 'paystack',
  },
  // So that live lists are not empty in development. Its check digit does not fit the bank, so it is nobody's.
  { mode: 'live', name: 'Afara Development, not in use', accountNumber: '0000000005', bank: 'Providus Bank' },
]
