import type { Side } from '../measure-rate.ts'
import {
  anyOwner,
  bareScript,
  newOwner,
  oneOwner,
  postingScript,
  type ScriptedPosting,
  uncheckedScript,
} from '../posting-scripts.ts'

export const DATABASE = 'ledger'

const deposit: ScriptedPosting[] = [
  { debit: ['deposit', `'polygon'`], credit: ['business', anyOwner], asset: 'NGNC' },
]

// Two floors are locked and checked: the customer's money, and the lane that the tokens leave from.
const rightToDeliver: ScriptedPosting[] = [
  { debit: ['held', anyOwner], credit: ['committed', anyOwner], asset: 'NGN' },
  { debit: ['outgoing', `'polygon'`], credit: ['float', anyOwner], asset: 'NGNC' },
]

const bankCredit = (vendorAccount: string): ScriptedPosting[] => [
  { debit: ['bank', vendorAccount], credit: ['held', newOwner], asset: 'NGN' },
]

const ours = (name: string, postings: ScriptedPosting[]): Side => ({
  name,
  database: DATABASE,
  script: postingScript(postings),
  table: 'afara.entry',
})

const bare = (name: string, postings: ScriptedPosting[]): Side => ({
  name,
  database: DATABASE,
  script: bareScript(postings),
  table: 'public.bare_entry',
})

/** What a posting function without a single rule reaches: no rule can make it faster than this. */
const unchecked: Side = {
  name: 'no rules',
  database: DATABASE,
  script: uncheckedScript(),
  table: 'public.bare_entry',
}

export const ledgerSides = {
  one: ours('ours', deposit),
  bareOne: bare('bare', deposit),
  unchecked,
  two: ours('ours', rightToDeliver),
  bareTwo: bare('bare', rightToDeliver),
  houseOne: ours('one account', bankCredit(oneOwner)),
  houseMany: ours('10,000 accounts', bankCredit(anyOwner)),
}
