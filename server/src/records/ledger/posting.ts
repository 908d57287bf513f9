import type { Money } from '../../kernel/money/money.ts'
import type { AccountKey } from './account.ts'

/** One debit, one credit, one positive amount: a posting cannot be out of balance. */
export type Posting = Readonly<{ debit: AccountKey; credit: AccountKey; amount: Money }>

export function posting(debit: AccountKey, credit: AccountKey, amount: Money): Posting {
  return { debit, credit, amount }
}

/** Leaves out what moves nothing, such as the fee line of a business without a fee. */
export function withoutZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => amount.minor !== 0n)
}
