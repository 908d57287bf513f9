import { atPar, type Money } from '../../kernel/money/money.ts'
import {
  bank,
  business,
  capital,
  clearing,
  deposit,
  float,
  gas,
  gasExpense,
  type Lane,
  lossExpense,
  payoutBank,
  receivable,
  reserve,
  suspense,
} from './account.ts'
import { type Posting, posting } from './posting.ts'

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
