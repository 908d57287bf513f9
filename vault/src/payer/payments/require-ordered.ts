import { refuseUnless } from '../answers.ts'
import type { PayoutFacts } from '../money/payout-facts.ts'
import { isSameHolder } from '../same-holder.ts'
import type { JudgedOrder } from './judge-payment-order.ts'

/** The orders behind a batch of payouts, by id. */
export type PaymentOrders = ReadonlyMap<string, JudgedOrder>

/** Names the orders that the payouts rest on. A sell from the API rests on none. */
export function ordersOf(facts: readonly PayoutFacts[]): readonly string[] {
  return [...new Set(facts.flatMap(({ payment }) => payment?.order_id ?? []))]
}

/** Requires that a sell which pays an item of a payment order is exactly that item, and that members signed the order. */
export function requireOrdered(facts: PayoutFacts, orders: PaymentOrders): void {
  const { payment, transaction, sell, right, mode } = facts
  if (payment === null) return
  const order = orders.get(payment.order_id)
  const item = order?.items.find(({ number }) => number === payment.number)
  refuseUnless(
    order !== undefined && item !== undefined,
    'payment_mismatch',
    'the payment order behind the sell does not exist',
  )
  refuseUnless(
    order.mode === mode &&
      order.business_id === transaction?.business_id &&
      item.reference === transaction.reference &&
      item.amount_minor === transaction.amount_minor &&
      item.bank_code === sell?.bank_code &&
      item.account_number === sell.account_number &&
      sell.network === null,
    'payment_mismatch',
    'the sell is not the payment that its order names',
  )
  refuseUnless(
    sell.payee !== null || (right !== null && isSameHolder(item.account_name, right.account_name)),
    'payment_mismatch',
    'members signed another name than the one on the account',
  )
  refuseUnless(
    order.problem === undefined,
    'payment_unsigned',
    `members did not sign its payment order: ${order.problem}`,
  )
  refuseUnless(order.waits === undefined, 'payment_waits', `its payment order waits: ${order.waits}`)
}
