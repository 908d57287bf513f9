import { refuseUnless } from '../answers.ts'
import type { TransferFacts } from '../money/transfer-facts.ts'
import type { JudgedWithdrawal } from './judge-withdrawal.ts'

/** The orders behind a batch of transfers, by id. */
export type WithdrawalOrders = ReadonlyMap<string, JudgedWithdrawal>

/** Names the orders that the transfers rest on. A withdrawal with an API key rests on none. */
export function ordersOf(facts: Iterable<TransferFacts>): readonly string[] {
  return [...new Set([...facts].flatMap(({ order_id }) => order_id ?? []))]
}

/** Requires that a withdrawal which members ordered is exactly their order, and that they signed it. */
export function requireOrdered(facts: TransferFacts, orders: WithdrawalOrders): void {
  const { order_id, transaction, withdrawal, mode } = facts
  if (order_id === null) return
  const order = orders.get(order_id)
  refuseUnless(order !== undefined, 'withdrawal_mismatch', 'the order behind the withdrawal does not exist')
  refuseUnless(
    order.mode === mode &&
      order.business_id === transaction?.business_id &&
      order.reference === transaction.reference &&
      order.amount_minor === transaction.amount_minor &&
      order.network === withdrawal?.network &&
      order.address === withdrawal.wallet_address,
    'withdrawal_mismatch',
    'the withdrawal is not the one that its order names',
  )
  refuseUnless(
    order.problem === undefined,
    'withdrawal_unsigned',
    `members did not sign the withdrawal: ${order.problem}`,
  )
}
