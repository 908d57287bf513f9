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
 * Ledger entries of each step of a buy. The fee is included in the amount and earned only at the end, in naira. Until then the whole amount
 * belongs to the customer.
 */
type BuyAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

/** A bank line was read. If the vendor kept a fee, the settled amount is booked to the bank and the fee is our expense. */
export function creditSeen(vendorAccountId: string, gross: Money, settled: Money = gross): Posting[] {
  return withoutZeros([
    posting(bank(vendorAccountId), suspense, settled),
    posting(bankExpense, suspense, subtract(gross, settled)),
  ])
}

export function creditMatched(transactionId: string, amount: Money): Posting[] {
  return [posting(suspense, held(transactionId), amount)]
}

/** The right to deliver debits the held naira, so that it can no longer be refunded. */
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

/** A buy without a wallet ends in the balance of the business. */
export function creditedToBalance({ transactionId, amount, fee }: BuyAmounts, businessId: string): Posting[] {
  const delivered = subtract(amount, fee)
  return withoutZeros([
    posting(held(transactionId), clearing, delivered),
    posting(held(transactionId), feeIncome, fee),
    posting(clearing, business(businessId), atPar(delivered, 'NGNC')),
  ])
}

/** A refund returns the whole amount. No fee is earned. */
export function refundOpened(transactionId: string, amount: Money, payoutAccountId: string): Posting[] {
  return [
    posting(held(transactionId), committed(transactionId), amount),
    posting(outgoing(payoutAccountId), payoutBank(payoutAccountId), amount),
  ]
}

export function refundPaid(transactionId: string, amount: Money, payoutAccountId: string): Posting[] {
  return [posting(committed(transactionId), outgoing(payoutAccountId), amount)]
}

/** Ledger entries of each step of a sell. We receive tokens and pay naira, less the fee. */
type SellAmounts = Readonly<{ transactionId: string; amount: Money; fee: Money }>

export function depositReceived(transactionId: string, amount: Money, network: string): Posting[] {
  return [posting(deposit(network), held(transactionId), amount)]
}

/** Posted in the commit that accepts the sell, so that the same tokens cannot be sold twice. */
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

/** Returns the tokens to the balance of the business after the opening was reversed. */
export function returnedToBalance(transactionId: string, amount: Money, businessId: string): Posting[] {
  return [posting(held(transactionId), business(businessId), amount)]
}

/** Our own movements, and the entries of a recall after delivery. */
export function swept(lane: Lane, amount: Money): Posting[] {
  return [posting(float(lane), deposit(lane.network), amount)]
}

export function floatFunded(lane: Lane, amount: Money): Posting[] {
  return [posting(float(lane), capital, amount)]
}

/** Network fee of a transfer, whether or not the transfer succeeded. */
export function gasSpent(network: string, amount: Money): Posting[] {
  return [posting(gasExpense, gas(network), amount)]
}

export function payoutAccountFunded(payoutAccountId: string, amount: Money): Posting[] {
  return [posting(payoutBank(payoutAccountId), capital, amount)]
}

/** We pay naira to the issuer and receive the same number of tokens. */
export function minted(fromAccountId: string, lane: Lane, amount: Money): Posting[] {
  return [
    posting(clearing, payoutBank(fromAccountId), amount),
    posting(float(lane), clearing, atPar(amount, 'NGNC')),
  ]
}

/**
 * The bank took a credit back after the tokens were sent, so the business owes the amount. The debit and its explanation are two entries of
 * one commit.
 */
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
