import type { AccountKey, Posting } from '../src/records/ledger/account.ts'

export const feeIncome: AccountKey = { kind: 'income', owner: 'fees' }
export const bankExpense: AccountKey = { kind: 'expense', owner: 'bank' }
export const gasExpense: AccountKey = { kind: 'expense', owner: 'gas' }
export const lossExpense: AccountKey = { kind: 'expense', owner: 'loss' }
export const bank = (accountId: string): AccountKey => ({ kind: 'bank', owner: accountId })
export const committed = (transactionId: string): AccountKey => ({ kind: 'committed', owner: transactionId })
export const receivable = (businessId: string): AccountKey => ({ kind: 'receivable', owner: businessId })
export const reserve = (businessId: string): AccountKey => ({ kind: 'reserve', owner: businessId })
export const deposit = (network: string): AccountKey => ({ kind: 'deposit', owner: network })
/** Coins of a network that pay for our transfers. */
export const gas = (network: string): AccountKey => ({ kind: 'gas', owner: network })
/** Amount that was sent and is not final, by network or payout account. */
export const outgoing = (networkOrAccountId: string): AccountKey => ({
  kind: 'outgoing',
  owner: networkOrAccountId,
})

/** Removes postings of zero, such as the fee of a business without a fee. */
export function withoutZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => amount.minor !== 0n)
}
