import { atPar, type Money, subtract } from '../src/kernel/money/money.ts'
import {
  business,
  capital,
  clearing,
  float,
  held,
  type Lane,
  type Posting,
  payoutBank,
  posting,
  suspense,
} from '../src/records/ledger/account.ts'
import {
  bank,
  bankExpense,
  committed,
  deposit,
  feeIncome,
  gas,
  gasExpense,
  lossExpense,
  outgoing,
  receivable,
  reserve,
  withoutZeros,
} from './ledger-accounts.ts'

/**
 * What each step of a buy writes in the ledger. The fee is inside the amount and earned only at the end, in naira;
 * until then the whole amount is the customer's.
 */
type BuyAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

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

/** What each step of a sell writes in the ledger. Tokens come in, naira goes out, less the fee. */
type SellAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

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

/** Movements of our own, and what a recall after delivery leaves behind. */
export function swept(lane: Lane, amount: Money): Posting[] {
  return [posting(float(lane), deposit(lane.network), amount)]
}

export function floatFunded(lane: Lane, amount: Money): Posting[] {
  return [posting(float(lane), capital, amount)]
}

/** What a network took for a transfer, whether or not that moved anything. */
export function gasSpent(network: string, amount: Money): Posting[] {
  return [posting(gasExpense, gas(network), amount)]
}

export function payoutAccountFunded(payoutAccountId: string, amount: Money): Posting[] {
  return [posting(payoutBank(payoutAccountId), capital, amount)]
}

/** Naira goes to the issuer, the same number of tokens comes back. */
export function minted(fromAccountId: string, lane: Lane, amount: Money): Posting[] {
  return [
    posting(clearing, payoutBank(fromAccountId), amount),
    posting(float(lane), clearing, atPar(amount, 'NGNC')),
  ]
}

/** The bank took a credit back after the tokens had left: the business owes it. The debit and its meaning are two entries of one commit. */
export function recalledAfterDelivery(vendorAccountId: string, businessId: string, amount: Money): Posting[] {
  return [posting(suspense, bank(vendorAccountId), amount), posting(receivable(businessId), suspense, amount)]
}

export function recoveredFromBalance(businessId: string, amount: Money): Posting[] {
  return [
    posting(business(businessId), clearing, atPar(amount, 'NGNC')),
    posting(clearing, receivable(businessId), amount),
  ]
}

export function recoveredFromReserve(businessId: string, amount: Money): Posting[] {
  return [posting(reserve(businessId), receivable(businessId), amount)]
}

export function writtenOff(businessId: string, amount: Money): Posting[] {
  return [posting(lossExpense, receivable(businessId), amount)]
}
