import { atPar, type Money, subtract } from '../../kernel/money/money.ts'
import { business, clearing, committed, deposit, feeIncome, held, outgoing, payoutBank } from './account.ts'
import { type Posting, posting, withoutZeros } from './posting.ts'

/** What each step of a sell writes in the ledger. Tokens come in, naira goes out, less the fee. */
export type SellAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

export function depositReceived(transactionId: string, amount: Money, network: string): Posting[] {
  return [posting(deposit(network), held(transactionId), amount)]
}

/** In the commit that accepts the sell: a business cannot promise the same tokens twice. */
export function takenFromBalance(transactionId: string, amount: Money, businessId: string): Posting[] {
  return [posting(business(businessId), held(transactionId), amount)]
}

export function payoutOpened(
  { transactionId, amount, fee }: SellAmounts,
  payoutAccountId: string,
): Posting[] {
  return [
    posting(held(transactionId), committed(transactionId), amount),
    posting(outgoing(payoutAccountId), payoutBank(payoutAccountId), atPar(subtract(amount, fee), 'NGN')),
  ]
}

export function payoutSucceeded(
  { transactionId, amount, fee }: SellAmounts,
  payoutAccountId: string,
): Posting[] {
  return withoutZeros([
    posting(clearing, outgoing(payoutAccountId), atPar(subtract(amount, fee), 'NGN')),
    posting(clearing, feeIncome, atPar(fee, 'NGN')),
    posting(committed(transactionId), clearing, amount),
  ])
}

/** After the opening was reversed: the tokens go back to the business's balance. */
export function returnedToBalance(transactionId: string, amount: Money, businessId: string): Posting[] {
  return [posting(held(transactionId), business(businessId), amount)]
}
