import type { Asset, Money } from '../../kernel/money/money.ts'
import { networks } from '../../kernel/networks.ts'

type Rule = Readonly<{
  /** The side on which the account grows. */
  normal: 'debit' | 'credit'
  /** Whether the balance may never fall below zero. Such a balance has its own row, which postings lock. */
  floor: boolean
  /** Whether the account has an owner: `held` belongs to a transaction, `clearing` has none. */
  owned: boolean
  assets: readonly Asset[]
}>

const naira = ['NGN'] as const
const tokens = ['NGNC'] as const
const both = ['NGN', 'NGNC'] as const
const gasAssets = [...new Set(networks.map(({ gasAsset }) => gasAsset))]
const all = [...both, ...gasAssets]

/** Rules of each kind of account. The SQL functions account_…() contain the same rules, and a test compares them. */
export const accountKinds = {
  bank: { normal: 'debit', floor: false, owned: true, assets: naira },
  payout_bank: { normal: 'debit', floor: true, owned: true, assets: naira },
  suspense: { normal: 'credit', floor: false, owned: false, assets: both },
  held: { normal: 'credit', floor: true, owned: true, assets: both },
  committed: { normal: 'credit', floor: false, owned: true, assets: both },
  clearing: { normal: 'credit', floor: false, owned: false, assets: both },
  business: { normal: 'credit', floor: true, owned: true, assets: tokens },
  float: { normal: 'debit', floor: true, owned: true, assets: tokens },
  deposit: { normal: 'debit', floor: false, owned: true, assets: tokens },
  outgoing: { normal: 'debit', floor: false, owned: true, assets: all },
  transit: { normal: 'debit', floor: false, owned: false, assets: all },
  income: { normal: 'credit', floor: false, owned: true, assets: all },
  tax: { normal: 'credit', floor: false, owned: false, assets: all },
  expense: { normal: 'debit', floor: false, owned: true, assets: all },
  gas: { normal: 'debit', floor: false, owned: true, assets: gasAssets },
  capital: { normal: 'credit', floor: false, owned: false, assets: all },
  receivable: { normal: 'debit', floor: false, owned: true, assets: both },
  reserve: { normal: 'credit', floor: false, owned: true, assets: both },
} as const satisfies Record<string, Rule>

type AccountKind = keyof typeof accountKinds

/** Names one account together with a mode and an asset, which come from the posting. */
export type AccountKey = Readonly<{ kind: AccountKind; owner: string }>

export const suspense: AccountKey = { kind: 'suspense', owner: '' }
export const clearing: AccountKey = { kind: 'clearing', owner: '' }
export const capital: AccountKey = { kind: 'capital', owner: '' }

export const payoutBank = (accountId: string): AccountKey => ({ kind: 'payout_bank', owner: accountId })
export const held = (transactionId: string): AccountKey => ({ kind: 'held', owner: transactionId })
export const business = (businessId: string): AccountKey => ({ kind: 'business', owner: businessId })
export const float = (lane: Lane): AccountKey => ({ kind: 'float', owner: `${lane.network}:${lane.number}` })
/** Separate from the gas of lanes, because the sweeper has its own wallet. */
export const sweeperGas = (network: string): AccountKey => ({ kind: 'gas', owner: `${network}:sweeper` })

/** One of our wallets with its own nonce or sequence. Its float is an account. */
export type Lane = Readonly<{ network: string; number: number }>

/** One debit, one credit and one positive amount, so that a posting always balances. */
export type Posting = Readonly<{ debit: AccountKey; credit: AccountKey; amount: Money }>

export function posting(debit: AccountKey, credit: AccountKey, amount: Money): Posting {
  return { debit, credit, amount }
}
