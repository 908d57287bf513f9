import {
  anyOwner,
  anyTransaction,
  bareScript,
  newOwner,
  oneOwner,
  postingScript,
  type ScriptedPosting,
  uncheckedScript,
} from '../posting-scripts.ts'
import { scriptSide } from '../script-side.ts'
import type { Side } from '../side.ts'

export const DATABASE = 'ledger'

const deposit: ScriptedPosting[] = [
  { debit: ['deposit', `'polygon'`], credit: ['business', anyOwner], asset: 'NGNC' },
]

// Locks and checks two minimum balances: the customer's money, and the lane that sends the tokens.
const rightToDeliver: ScriptedPosting[] = [
  { debit: ['held', anyOwner], credit: ['committed', anyOwner], asset: 'NGN' },
  { debit: ['outgoing', `'polygon'`], credit: ['float', anyOwner], asset: 'NGNC' },
]

const bankCredit = (vendorAccount: string): ScriptedPosting[] => [
  { debit: ['bank', vendorAccount], credit: ['held', newOwner], asset: 'NGN' },
]

const side = (name: string, text: string, table: string): Side =>
  scriptSide({ name, database: DATABASE, role: 'afara_owner', text, table, rowsPerCommit: 1 })

const ours = (name: string, postings: ScriptedPosting[]): Side =>
  side(name, postingScript(postings, anyTransaction), 'afara.entry')

const bare = (name: string, postings: ScriptedPosting[]): Side =>
  side(name, bareScript(postings), 'public.bare_entry')

/** A posting function without any rule: the upper limit for ours. */
const unchecked = side('no rules', uncheckedScript(), 'public.bare_entry')

export const ledgerSides = {
  one: ours('ours', deposit),
  bareOne: bare('bare', deposit),
  unchecked,
  two: ours('ours', rightToDeliver),
  bareTwo: bare('bare', rightToDeliver),
  houseOne: ours('one account', bankCredit(oneOwner)),
  houseMany: ours('10,000 accounts', bankCredit(anyOwner)),
}
