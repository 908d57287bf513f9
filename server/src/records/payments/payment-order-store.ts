import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import type { Assertion } from '../decisions/sign-decision.ts'
import type { SellStatus } from '../transactions/machines/sell-machine.ts'
import type { Paying } from './beneficiary-store.ts'
import type { PaymentItem } from './payment-text.ts'

/** `unsigned`: its proposer has not signed it. `proposed`: a second member must sign it. `approved`: its items are paid. */
export const orderStates = ['unsigned', 'proposed', 'approved', 'withdrawn', 'refused'] as const
export type OrderState = (typeof orderStates)[number]

export type PaymentOrder = Readonly<{
  id: string
  reference: string
  itemCount: number
  totalMinor: bigint
  text: string
  state: OrderState
  createdAt: Date
  proposedBy: Readonly<{ id: string; name: string }>
  /** The second member who signed it. */
  approvedBy: string | null
  /** Who withdrew or refused it. */
  endedBy: string | null
  /** When it was approved, withdrawn or refused. */
  overAt: Date | null
  /** Items whose naira arrived, items that were refused and wait for a member, and items that ended without a payment. */
  paidCount: number
  refusedCount: number
  failedCount: number
}>

type OrderRow = Omit<PaymentOrder, 'totalMinor' | 'proposedBy'> &
  Readonly<{ totalMinor: string; memberId: string; memberName: string }>

/** Statuses of a sell whose tokens went back, or are on their way back. */
const endedWithoutPayment: readonly SellStatus[] = [
  'returned',
  'refunding',
  'refunded',
  'refund_failed',
  'recalled',
]

// The member's own rows hide the names of people who left the business, so their orders show no name.
const ORDERS = `
select o.id, o.reference, o.item_count as "itemCount", o.total_minor as "totalMinor", o.created_at as "createdAt",
  o.proposed_by as "memberId", coalesce(m.name, 'A former member') as "memberName",
  coalesce(e.outcome, case when p.order_id is null then 'unsigned' else 'proposed' end) as state,
  case when a.order_id is not null then coalesce(am.name, 'A former member') end as "approvedBy",
  case when e.member_id is not null then coalesce(em.name, 'A former member') end as "endedBy", e.at as "overAt",
  coalesce(n.paid, 0)::integer as "paidCount", coalesce(n.failed, 0)::integer as "failedCount",
  case when e.outcome = 'approved' then (
    select count(distinct f.number) from payment_refusal f
    left join payment_retry t on t.order_id = f.order_id and t.number = f.number and t.attempt = f.attempt
    where f.order_id = o.id and t.order_id is null
      and not exists (select from payment_sell s where s.order_id = f.order_id and s.number = f.number))::integer
    else 0 end as "refusedCount"`
const FROM_ORDERS = `
from payment_order o
left join member m on m.id = o.proposed_by
left join payment_outcome e on e.order_id = o.id
left join member em on em.id = e.member_id
left join payment_signature p on p.order_id = o.id and p.part = 'proposed'
left join payment_signature a on a.order_id = o.id and a.part = 'approved'
left join member am on am.id = a.member_id
left join lateral (
  select count(*) filter (where t.status = 'completed') as paid,
    count(*) filter (where t.status = any (array['${endedWithoutPayment.join("', '")}'])) as failed
  from payment_sell s join transaction t on t.id = s.transaction_id where s.order_id = o.id and e.outcome = 'approved') n on true`

/** Returns the newest orders. Orders that nobody signed are shown to their proposer only. Runs for one tenant. */
export async function listPaymentOrders(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
): Promise<PaymentOrder[]> {
  const { rows } = await sql.query<OrderRow>(
    `${ORDERS}, '' as text ${FROM_ORDERS}
     where o.business_id = $1 and o.mode = $2 and (p.order_id is not null or o.proposed_by = $3)
     order by o.id desc limit 100`,
    [businessId, mode, memberId],
  )
  return rows.map(toOrder)
}

export async function findPaymentOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
): Promise<PaymentOrder | undefined> {
  const { rows } = await sql.query<OrderRow>(
    `${ORDERS}, o.text ${FROM_ORDERS}
     where o.id = $1 and o.business_id = $2 and o.mode = $3 and (p.order_id is not null or o.proposed_by = $4)`,
    [id, businessId, mode, memberId],
  )
  return rows[0] && toOrder(rows[0])
}

function toOrder({ totalMinor, memberId, memberName, ...row }: OrderRow): PaymentOrder {
  return { ...row, totalMinor: BigInt(totalMinor), proposedBy: { id: memberId, name: memberName } }
}

/** An item and its outcome so far. */
export type FollowedItem = PaymentItem &
  Readonly<{
    transactionId: string | null
    /** The status of the sell, or null before a sell was accepted. */
    status: string | null
    /** Why no sell was accepted, if a member has not had it tried again. */
    refusal: Readonly<{ code: string; message: string }> | null
  }>

type ItemRow = Omit<FollowedItem, 'amountMinor' | 'refusal'> &
  Readonly<{ amountMinor: string; code: string | null; message: string | null }>

export async function listPaymentItems(sql: Sql, orderId: string): Promise<FollowedItem[]> {
  const { rows } = await sql.query<ItemRow>(
    `select i.number, i.bank_code as "bankCode", i.account_number as "accountNumber", i.account_name as "accountName",
       i.amount_minor as "amountMinor", i.reference, i.note, t.id as "transactionId", t.status, f.code, f.message
     from payment_item i
     left join payment_sell s on s.order_id = i.order_id and s.number = i.number
     left join transaction t on t.id = s.transaction_id
     left join lateral (
       select r.code, r.message from payment_refusal r
       left join payment_retry y on y.order_id = r.order_id and y.number = r.number and y.attempt = r.attempt
       where r.order_id = i.order_id and r.number = i.number and y.order_id is null and s.order_id is null
       order by r.attempt desc limit 1) f on true
     where i.order_id = $1 order by i.number`,
    [orderId],
  )
  return rows.map(({ amountMinor, code, message, ...row }) => ({
    ...row,
    amountMinor: BigInt(amountMinor),
    refusal: code === null ? null : { code, message: message ?? '' },
  }))
}

export type NewOrder = Readonly<{
  id: string
  reference: string
  meaning: Buffer
  totalMinor: bigint
  text: string
  items: readonly PaymentItem[]
}>

/** Stores an order. Returns its id, or that of the first order with the same reference and the same payments. */
export async function insertPaymentOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  { id, reference, meaning, totalMinor, text, items }: NewOrder,
): Promise<string> {
  const rows = items.map((item) => ({
    number: item.number,
    bank_code: item.bankCode,
    account_number: item.accountNumber,
    account_name: item.accountName,
    amount_minor: String(item.amountMinor),
    reference: item.reference,
    note: item.note,
  }))
  const { rows: stored } = await sql.query<{ id: string }>(
    'select propose_payment_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
    [
      id,
      businessId,
      mode,
      memberId,
      reference,
      meaning,
      items.length,
      totalMinor.toString(),
      text,
      JSON.stringify(rows),
    ],
  )
  return stored[0]?.id ?? id
}

/** Stores a verified signature. Returns whether the order is approved with it. */
export async function insertPaymentSignature(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  orderId: string,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
): Promise<boolean> {
  const { rows } = await sql.query<{ approved: boolean }>(
    'select sign_payment_order($1, $2, $3, $4, $5, $6, $7, $8) as approved',
    [orderId, businessId, mode, memberId, credentialId, authenticatorData, clientData, signature],
  )
  return rows[0]?.approved ?? false
}

export async function endPaymentOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  orderId: string,
): Promise<OrderState> {
  const { rows } = await sql.query<{ outcome: OrderState }>(
    'select end_payment_order($1, $2, $3, $4) as outcome',
    [orderId, businessId, mode, memberId],
  )
  return rows[0]?.outcome ?? 'withdrawn'
}

/** Returns how many refused items are tried again. */
export async function retryPaymentItems(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  orderId: string,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>('select retry_payment_items($1, $2, $3, $4) as count', [
    orderId,
    businessId,
    mode,
    memberId,
  ])
  return rows[0]?.count ?? 0
}

/** Returns how many members must sign the order. */
export async function readPeopleForPayment(sql: Sql, orderId: string): Promise<number> {
  const { rows } = await sql.query<{ people: number }>('select people_for_payment($1) as people', [orderId])
  return rows[0]?.people ?? 2
}

export type PaymentLimit = Readonly<{
  version: number
  limitMinor: bigint
  /** What single members paid out and withdrew alone in the last 24 hours. */
  usedMinor: bigint
}>

/** Returns what one member may pay alone. Runs for one tenant. */
export async function readPaymentLimit(sql: Sql, { businessId, mode }: Tenant): Promise<PaymentLimit> {
  const { rows } = await sql.query<{ version: number; limitMinor: string; usedMinor: string }>(
    `select coalesce(l.version, 0) as version, coalesce(l.limit_minor, 0) as "limitMinor",
       paid_alone_since($1, $2, afara_now() - interval '24 hours') as "usedMinor"
     from (select 1) one left join lateral (
       select version, limit_minor from payment_limit where business_id = $1 and mode = $2 order by version desc limit 1) l on true`,
    [businessId, mode],
  )
  const [row] = rows
  return {
    version: row?.version ?? 0,
    limitMinor: BigInt(row?.limitMinor ?? 0),
    usedMinor: BigInt(row?.usedMinor ?? 0),
  }
}

export async function insertPaymentLimit(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  limit: Readonly<{ version: number; limitMinor: bigint; text: string }>,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
): Promise<void> {
  await sql.query('select set_payment_limit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    businessId,
    mode,
    memberId,
    limit.version,
    limit.limitMinor.toString(),
    limit.text,
    credentialId,
    authenticatorData,
    clientData,
    signature,
  ])
}

/** The passkeys of a member that are in use. */
export async function selectMemberPasskeys(
  sql: Sql,
  memberId: string,
): Promise<ReadonlyArray<Readonly<{ credentialId: Buffer; publicKey: Buffer }>>> {
  const { rows } = await sql.query<{ credentialId: Buffer; publicKey: Buffer }>(
    `select credential_id as "credentialId", public_key as "publicKey" from passkey
     where member_id = $1 and revoked_at is null`,
    [memberId],
  )
  return rows
}
