import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { PaymentItem } from './payment-text.ts'

// What the worker reads and writes to pay the items of approved orders.

/** The business of an order, and whether it may act. */
export type PayingBusiness = Readonly<{ businessId: string; mode: Mode; isActive: boolean }>

export async function findPayingBusiness(sql: Sql, orderId: string): Promise<PayingBusiness | undefined> {
  const { rows } = await sql.query<PayingBusiness>(
    `select o.business_id as "businessId", o.mode, m.status = 'active' as "isActive"
     from payment_order o join business_mode m on m.business_id = o.business_id and m.mode = o.mode where o.id = $1`,
    [orderId],
  )
  return rows[0]
}

/** Returns items that have no sell yet and are to be tried now, in order. */
export async function findDueItems(sql: Sql, orderId: string, most: number): Promise<PaymentItem[]> {
  const { rows } = await sql.query<Omit<PaymentItem, 'amountMinor'> & { amountMinor: string }>(
    `select number, bank_code as "bankCode", account_number as "accountNumber", account_name as "accountName",
       amount_minor as "amountMinor", reference, note from due_payment_items($1, $2)`,
    [orderId, most],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

/** Whether this sell pays this item, and no other transaction of the same reference. */
export async function isSellOf(
  sql: Sql,
  transactionId: string,
  { orderId, number }: Readonly<{ orderId: string; number: number }>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from payment_sell where transaction_id = $1 and order_id = $2 and number = $3',
    [transactionId, orderId, number],
  )
  return rowCount === 1
}

export async function noteRefusals(
  sql: Sql,
  orderId: string,
  refusals: readonly Readonly<{ number: number; code: string; message: string }>[],
): Promise<void> {
  await sql.query('select note_payment_refusals($1, $2)', [orderId, JSON.stringify(refusals)])
}

/** Ends the wake-up of an order, unless something became due meanwhile. */
export async function settlePaymentOrder(sql: Sql, orderId: string): Promise<void> {
  await sql.query('select settle_payment_order($1)', [orderId])
}
