import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Assertion } from '../decisions/sign-decision.ts'
import type { Wallet } from '../transactions/wallets/wallet.ts'
import type { Paying } from './beneficiary-store.ts'
import { formatLines } from './payment-text.ts'

/** `unsigned`: its proposer has not signed it. `proposed`: a second member must sign it. `approved`: the tokens are sent. */
export const withdrawalStates = ['unsigned', 'proposed', 'approved', 'cancelled', 'refused'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

export type WithdrawalOrder = Readonly<{
  id: string
  reference: string
  walletId: string
  label: string
  network: string
  address: string
  amountMinor: bigint
  text: string
  state: WithdrawalState
  createdAt: Date
  proposedBy: Readonly<{ id: string; name: string }>
  /** The second member who signed it. */
  approvedBy: string | null
  /** Who cancelled or refused it. */
  endedBy: string | null
  /** When it was approved, cancelled or refused. */
  overAt: Date | null
  transactionId: string | null
  /** The status of the withdrawal, or null before it was accepted. */
  status: string | null
  /** Why no withdrawal was accepted. Nothing was debited. */
  refusal: Readonly<{ code: string; message: string }> | null
}>

/** Returns the text of a withdrawal, which is exactly what members sign. The signer writes the same text from its own rows. */
export function formatWithdrawal(
  order: Wallet &
    Readonly<{
      id: string
      businessId: string
      mode: Mode
      reference: string
      walletId: string
      amountMinor: bigint
    }>,
): string {
  return formatLines('Afara withdrawal 1', {
    mode: order.mode,
    business: order.businessId,
    order: order.id,
    reference: order.reference,
    wallet: order.walletId,
    network: order.network,
    address: order.address,
    amount_minor: String(order.amountMinor),
  })
}

type OrderRow = Omit<WithdrawalOrder, 'amountMinor' | 'proposedBy' | 'refusal'> &
  Readonly<{
    amountMinor: string
    memberId: string
    memberName: string
    code: string | null
    message: string | null
  }>

const ORDERS = `
select o.id, o.reference, o.wallet_id as "walletId", w.label, o.network, o.address, o.amount_minor as "amountMinor", o.text,
  o.created_at as "createdAt", o.proposed_by as "memberId", coalesce(m.name, 'A former member') as "memberName",
  coalesce(e.outcome, case when p.order_id is null then 'unsigned' else 'proposed' end) as state,
  case when a.order_id is not null then coalesce(am.name, 'A former member') end as "approvedBy",
  case when e.member_id is not null then coalesce(em.name, 'A former member') end as "endedBy", e.at as "overAt",
  t.id as "transactionId", t.status, f.code, f.message
from withdrawal_order o
join enrolled_wallet w on w.id = o.wallet_id
left join member m on m.id = o.proposed_by
left join withdrawal_outcome e on e.order_id = o.id
left join member em on em.id = e.member_id
left join withdrawal_signature p on p.order_id = o.id and p.part = 'proposed'
left join withdrawal_signature a on a.order_id = o.id and a.part = 'approved'
left join member am on am.id = a.member_id
left join ordered_withdrawal x on x.order_id = o.id
left join transaction t on t.id = x.transaction_id
left join withdrawal_refusal f on f.order_id = o.id
where o.business_id = $1 and o.mode = $2`

/** Returns the newest orders that are signed. Runs for one tenant. */
export async function listWithdrawalOrders(
  sql: Sql,
  { businessId, mode }: Paying,
): Promise<WithdrawalOrder[]> {
  const { rows } = await sql.query<OrderRow>(
    `${ORDERS} and p.order_id is not null order by o.id desc limit 100`,
    [businessId, mode],
  )
  return rows.map(toOrder)
}

/** Finds an order. One that its proposer has not signed is shown to nobody else. */
export async function findWithdrawalOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
): Promise<WithdrawalOrder | undefined> {
  const { rows } = await sql.query<OrderRow>(
    `${ORDERS} and o.id = $3 and (p.order_id is not null or o.proposed_by = $4)`,
    [businessId, mode, id, memberId],
  )
  return rows[0] && toOrder(rows[0])
}

function toOrder({ amountMinor, memberId, memberName, code, message, ...row }: OrderRow): WithdrawalOrder {
  return {
    ...row,
    amountMinor: BigInt(amountMinor),
    proposedBy: { id: memberId, name: memberName },
    refusal: code === null ? null : { code, message: message ?? '' },
  }
}

/** Stores an order. Returns its id, or that of the first order with the same reference, wallet and amount. */
export async function insertWithdrawalOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  order: Pick<WithdrawalOrder, 'id' | 'reference' | 'walletId' | 'amountMinor' | 'text'>,
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'select propose_withdrawal($1, $2, $3, $4, $5, $6, $7, $8) as id',
    [
      order.id,
      businessId,
      mode,
      memberId,
      order.reference,
      order.walletId,
      order.amountMinor.toString(),
      order.text,
    ],
  )
  return rows[0]?.id ?? order.id
}

/** Stores a verified signature. Returns whether the order is approved with it. */
export async function insertWithdrawalSignature(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
): Promise<boolean> {
  const { rows } = await sql.query<{ approved: boolean }>(
    'select sign_withdrawal_order($1, $2, $3, $4, $5, $6, $7, $8) as approved',
    [id, businessId, mode, memberId, credentialId, authenticatorData, clientData, signature],
  )
  return rows[0]?.approved ?? false
}

export async function endWithdrawalOrder(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
): Promise<WithdrawalState> {
  const { rows } = await sql.query<{ outcome: WithdrawalState }>(
    'select end_withdrawal_order($1, $2, $3, $4) as outcome',
    [id, businessId, mode, memberId],
  )
  return rows[0]?.outcome ?? 'cancelled'
}

/** Returns how many members must sign the order. */
export async function readPeopleForWithdrawal(sql: Sql, id: string): Promise<number> {
  const { rows } = await sql.query<{ people: number }>('select people_for_withdrawal($1) as people', [id])
  return rows[0]?.people ?? 2
}

/** An approved order that the worker has to make. */
export type DueWithdrawal = Wallet &
  Readonly<{
    businessId: string
    mode: Mode
    reference: string
    amountMinor: bigint
    /** Whether its wallet was not removed since. */
    isEnrolled: boolean
    /** Whether the business may act. */
    isActive: boolean
  }>

/** Returns undefined if the order is made or refused. */
export async function findDueWithdrawal(sql: Sql, orderId: string): Promise<DueWithdrawal | undefined> {
  const { rows } = await sql.query<Omit<DueWithdrawal, 'amountMinor'> & { amountMinor: string }>(
    `select business_id as "businessId", mode, reference, network, address, amount_minor as "amountMinor",
       is_enrolled as "isEnrolled", is_active as "isActive" from due_withdrawal($1)`,
    [orderId],
  )
  return rows[0] && { ...rows[0], amountMinor: BigInt(rows[0].amountMinor) }
}

/** Whether this transaction is the withdrawal of the order, and no other transaction of the same reference. */
export async function isWithdrawalOf(sql: Sql, transactionId: string, orderId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from ordered_withdrawal where transaction_id = $1 and order_id = $2',
    [transactionId, orderId],
  )
  return rowCount === 1
}

/** Ends the wake-up of an order that is made, or that is refused for this reason. */
export async function settleWithdrawalOrder(
  sql: Sql,
  orderId: string,
  refusal?: Readonly<{ code: string; message: string }>,
): Promise<void> {
  await sql.query('select settle_withdrawal_order($1, $2, $3)', [
    orderId,
    refusal?.code ?? null,
    refusal?.message ?? null,
  ])
}
