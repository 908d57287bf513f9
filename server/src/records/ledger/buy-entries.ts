import { atPar, type Money, subtract } from '../../kernel/money/money.ts'
import {
  bank,
  bankExpense,
  business,
  clearing,
  committed,
  feeIncome,
  float,
  held,
  type Lane,
  outgoing,
  payoutBank,
  suspense,
} from './account.ts'
import { type Posting, posting, withoutZeros } from './posting.ts'

/**
 * What each step of a buy writes in the ledger. The fee is inside the amount and earned only at the end, in naira;
 * until then the whole amount is the customer's.
 */
export type BuyAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

/** A bank line was read. Where the vendor kept a fee, what settled is booked to the bank and the rest is our expense. */
export function creditSeen(vendorAccountId: string, gross: Money, settled: Money = gross): Posting[] {
  return withoutZeros([
    posting(bank(vendorAccountId), suspense, settled),
    posting(bankExpense, suspense, subtract(gross, settled)),
  ])
}

export function creditMatched(transactionId: string, amount: Money): Posting[] {
  return [posting(suspense, held(transactionId), amount)]
}

/** The right to deliver takes the naira from held, so that a refund of it can no longer be funded. */
export function deliveryOpened({ transactionId, amount, fee }: BuyAmounts, lane: Lane): Posting[] {
  return [
    posting(held(transactionId), committed(transactionId), amount),
    posting(outgoing(lane.network), float(lane), atPar(subtract(amount, fee), 'NGNC')),
  ]
}

export function deliveryFinal({ transactionId, amount, fee }: BuyAmounts, lane: Lane): Posting[] {
  const delivered = subtract(amount, fee)
  return withoutZeros([
    posting(clearing, outgoing(lane.network), atPar(delivered, 'NGNC')),
    posting(committed(transactionId), clearing, delivered),
    posting(committed(transactionId), feeIncome, fee),
  ])
}

/** A buy without a wallet ends in the business's own balance. */
export function creditedToBalance({ transactionId, amount, fee }: BuyAmounts, businessId: string): Posting[] {
  const delivered = subtract(amount, fee)
  return withoutZeros([
    posting(held(transactionId), clearing, delivered),
    posting(held(transactionId), feeIncome, fee),
    posting(clearing, business(businessId), atPar(delivered, 'NGNC')),
  ])
}

/** A return gives the whole amount back: no fee is earned. */
export function refundOpened(transactionId: string, amount: Money, payoutAccountId: string): Posting[] {
  return [
    posting(held(transactionId), committed(transactionId), amount),
    posting(outgoing(payoutAccountId), payoutBank(payoutAccountId), amount),
  ]
}

export function refundPaid(transactionId: string, amount: Money, payoutAccountId: string): Posting[] {
  return [posting(committed(transactionId), outgoing(payoutAccountId), amount)]
}
