import { hash } from 'node:crypto'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { feeMinorOf } from '../../records/fees/fee.ts'
import { buyBounds } from '../../records/limits/transaction-bounds.ts'
import { toRow } from '../../records/transactions/accepting/buy-store.ts'
import {
  type CustomerPayment,
  openCustomerBuy,
  selectCustomerPayments,
} from '../collections/customer-number-store.ts'

/** A buy that is paid in the commit that opens it needs no time to wait. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Opens a buy for each payment to the standing number of a customer, in the transaction that then matches it. So nobody sees such a buy
 * unpaid, and no other payment can pay it. Returns why the other payments to standing numbers become no buy, by line: they go back.
 */
export async function openCustomerBuys(
  sql: Sql,
  accountId: string,
  now: Date,
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const unserved = new Map<string, string>()
  for (const payment of await selectCustomerPayments(sql, accountId, now, most)) {
    const problem = problemOf(payment)
    if (problem === undefined) await openCustomerBuy(sql, payment.lineId, draftOf(payment, now), now)
    else unserved.set(payment.lineId, problem)
  }
  return unserved
}

function problemOf({ isOpen, amountMinor, feePlan }: CustomerPayment): string | undefined {
  if (!isOpen) return 'The credit was paid to a standing number that has ended.'
  if (amountMinor < buyBounds.minimum.minor)
    return 'The credit was paid to a standing number and is below the minimum of a buy.'
  if (amountMinor > buyBounds.maximum.minor)
    return 'The credit was paid to a standing number and is above the maximum of a buy.'
  if (feeMinorOf(feePlan, amountMinor) >= amountMinor)
    return 'The credit was paid to a standing number and is not more than the fee.'
  return undefined
}

function draftOf(payment: CustomerPayment, now: Date) {
  const { amountMinor, reference } = payment
  return toRow(
    {
      id: newId(),
      businessId: payment.businessId,
      mode: payment.mode,
      reference,
      idempotencyKey: null,
      meaning: hash('sha256', JSON.stringify(['customer', reference, amountMinor.toString()]), 'buffer'),
      amount: money('NGN', amountMinor),
      fee: money('NGN', feeMinorOf(payment.feePlan, amountMinor)),
      vendorAccountId: payment.vendorAccountId,
      payer: null,
      wallet: payment.wallet,
      createdAt: now,
      expiresAt: new Date(now.getTime() + EXPIRES_AFTER_MS),
      metadata: {
        customer_reference: payment.customer,
        number_id: formatId('customerNumber', payment.customerNumberId),
      },
    },
    0,
  )
}
