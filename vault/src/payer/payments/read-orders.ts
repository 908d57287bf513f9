import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import {
  type MemberSignature,
  type OfMembers,
  readLimits,
  readSigners,
} from '../../shared/members/member-signatures.ts'

const DAY_MS = 24 * 3_600_000

export type ItemRow = Readonly<{
  number: number
  bank_code: string
  account_number: string
  account_name: string
  amount_minor: string
  reference: string
  note: string
}>

/** A payment order with everything that it is judged by. */
export type StoredOrder = OfMembers &
  Readonly<{
    id: string
    reference: string
    /** In order. */
    items: readonly ItemRow[]
    signatures: readonly MemberSignature[]
    /** What single members withdrew in the last 24 hours, as the database says. */
    withdrawn_alone_minor: string
  }>

const ORDERS = `
select o.id, o.business_id, o.mode, o.reference,
  (select coalesce(json_agg(json_build_object('number', i.number, 'bank_code', i.bank_code, 'account_number', i.account_number,
      'account_name', i.account_name, 'amount_minor', i.amount_minor::text, 'reference', i.reference, 'note', i.note) order by i.number),
      '[]')
    from payment_item i where i.order_id = o.id and i.business_id = o.business_id and i.mode = o.mode) as items
from payment_order o where o.id = any ($1)`

const SIGNATURES = `
select order_id, member_id, credential_id, authenticator_data, client_data, signature
from payment_signature where order_id = any ($1) order by order_id, part`

/** What members withdrew alone counts too. Where the database hides it, each of the two processes still knows its own orders. */
const WITHDRAWN_ALONE = `
select e.business_id, e.mode, sum(o.amount_minor)::text as minor from withdrawal_outcome e join withdrawal_order o on o.id = e.order_id
where e.business_id = any ($1) and e.people = 1 and e.at > $2 group by e.business_id, e.mode`

/** Reads the orders by their ids. */
export async function readOrders(
  pool: Pool,
  ids: readonly string[],
  atMs: number,
): Promise<readonly StoredOrder[]> {
  if (ids.length === 0) return []
  const orders = await pool.query<Pick<StoredOrder, 'id' | 'business_id' | 'mode' | 'reference' | 'items'>>({
    name: 'payment-orders',
    text: ORDERS,
    values: [ids],
  })
  const signatures = await pool.query<MemberSignature & { order_id: string }>({
    name: 'payment-signatures',
    text: SIGNATURES,
    values: [ids],
  })
  const businesses = orders.rows.map(({ business_id }) => business_id)
  const limits = await readLimits(pool, businesses)
  const signers = await readSigners(pool, [...signatures.rows, ...limits])
  const alone = await pool.query<Readonly<{ business_id: string; mode: string; minor: string }>>({
    name: 'withdrawn-alone',
    text: WITHDRAWN_ALONE,
    values: [businesses, new Date(atMs - DAY_MS)],
  })
  return orders.rows.map((order) => {
    const isOf = (one: Readonly<{ business_id: string; mode: string }>): boolean =>
      one.business_id === order.business_id && one.mode === order.mode
    return {
      ...order,
      signatures: signatures.rows.filter(({ order_id }) => order_id === order.id),
      limit: limits.find(isOf),
      signers: signers.filter(({ business_id }) => business_id === order.business_id),
      withdrawn_alone_minor: alone.rows.find(isOf)?.minor ?? '0',
    }
  })
}

type NewAccount = Readonly<{ business_id: string; mode: string; bank_code: string; account_number: string }>

/** Reads the accounts that may be paid, as far as they were added since a time. */
export async function readNewAccounts(pool: Pool, since: Date): Promise<readonly NewAccount[]> {
  const { rows } = await pool.query<NewAccount>({
    name: 'new-beneficiaries',
    text: `select business_id, mode, bank_code, account_number from beneficiary where created_at > $1 and ended_at is null`,
    values: [since],
  })
  return rows
}

/**
 * Returns the text that members signed, made from the rows. It must be the text that the server shows them (`formatPaymentOrder`): a row
 * that was changed since gives another text, and the signatures are not of that text.
 */
export function orderText({ id, business_id, mode, reference, items }: StoredOrder): string {
  const line = (name: string, value: string | number): string => `${name}: ${JSON.stringify(value)}`
  return [
    'Afara payment 1',
    line('mode', mode),
    line('business', business_id),
    line('order', id),
    line('reference', reference),
    line('count', items.length),
    line('total_minor', String(totalOf(items))),
    ...items.map((item) => line(`item.${item.number}`, `sha256:${hash('sha256', itemLine(item))}`)),
  ].join('\n')
}

function itemLine(item: ItemRow): string {
  const { number, bank_code, account_number, account_name, amount_minor, reference, note } = item
  return JSON.stringify([number, bank_code, account_number, account_name, amount_minor, reference, note])
}

export function totalOf(items: readonly ItemRow[]): bigint {
  return items.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
}
