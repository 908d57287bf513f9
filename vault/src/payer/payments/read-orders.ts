import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { SignatureRow } from '../../shared/decisions/read-decisions.ts'

export type ItemRow = Readonly<{
  number: number
  bank_code: string
  account_number: string
  account_name: string
  amount_minor: string
  reference: string
  note: string
}>

/** A signature of a member. Nothing of it counts before it is verified. */
export type MemberSignature = SignatureRow & Readonly<{ member_id: string }>

/** A passkey as the database has it now, with the standing of its owner in one business. */
export type SignerRow = Readonly<{
  business_id: string
  member_id: string
  credential_id: Buffer
  public_key: Buffer
  role: string
  /** Whether the member, the membership and the passkey are in use. */
  is_active: boolean
}>

export type LimitRow = MemberSignature &
  Readonly<{ business_id: string; mode: string; version: number; limit_minor: string }>

/** A payment order with everything that it is judged by. */
export type StoredOrder = Readonly<{
  id: string
  business_id: string
  mode: string
  reference: string
  /** In order. */
  items: readonly ItemRow[]
  signatures: readonly MemberSignature[]
  /** The newest limit of the business. */
  limit: LimitRow | undefined
  /** The passkeys that signed the order or the limit. */
  signers: readonly SignerRow[]
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

const LIMITS = `
select distinct on (l.business_id, l.mode) l.business_id, l.mode, l.version, l.limit_minor::text as limit_minor, l.member_id,
  l.credential_id, l.authenticator_data, l.client_data, l.signature
from payment_limit l where l.business_id = any ($1) order by l.business_id, l.mode, l.version desc`

const SIGNER_COLUMNS = `
select h.business_id, p.member_id, p.credential_id, p.public_key, h.role,
  p.revoked_at is null and h.ended_at is null and m.status = 'active' as is_active
from passkey p join membership h on h.member_id = p.member_id join member m on m.id = p.member_id`

/** Reads the orders by their ids. */
export async function readOrders(pool: Pool, ids: readonly string[]): Promise<readonly StoredOrder[]> {
  if (ids.length === 0) return []
  const orders = await pool.query<Omit<StoredOrder, 'signatures' | 'limit' | 'signers'>>({
    name: 'payment-orders',
    text: ORDERS,
    values: [ids],
  })
  const signatures = await pool.query<MemberSignature & { order_id: string }>({
    name: 'payment-signatures',
    text: SIGNATURES,
    values: [ids],
  })
  const limits = await pool.query<LimitRow>({
    name: 'payment-limits',
    text: LIMITS,
    values: [[...new Set(orders.rows.map(({ business_id }) => business_id))]],
  })
  const credentials = [...signatures.rows, ...limits.rows].map(({ credential_id }) => credential_id)
  const signers = await pool.query<SignerRow>({
    name: 'payment-signers',
    text: `${SIGNER_COLUMNS} where p.credential_id = any ($1)`,
    values: [credentials],
  })
  return orders.rows.map((order) => ({
    ...order,
    signatures: signatures.rows.filter(({ order_id }) => order_id === order.id),
    limit: limits.rows.find((one) => one.business_id === order.business_id && one.mode === order.mode),
    signers: signers.rows.filter(({ business_id }) => business_id === order.business_id),
  }))
}

export type NewRows = Readonly<{
  signers: readonly SignerRow[]
  beneficiaries: ReadonlyArray<
    Readonly<{ business_id: string; mode: string; bank_code: string; account_number: string }>
  >
}>

/** Reads the people who may sign and the accounts that may be paid, as far as they were added since a time. */
export async function readNewRows(pool: Pool, since: Date): Promise<NewRows> {
  const signers = await pool.query<SignerRow>({
    name: 'new-signers',
    text: `${SIGNER_COLUMNS} where greatest(p.created_at, h.created_at) > $1 and h.role = any ($2)`,
    values: [since, SIGNING_ROLES],
  })
  const beneficiaries = await pool.query<NewRows['beneficiaries'][number]>({
    name: 'new-beneficiaries',
    text: `select business_id, mode, bank_code, account_number from beneficiary where created_at > $1 and ended_at is null`,
    values: [since],
  })
  return {
    signers: signers.rows.filter(({ is_active }) => is_active),
    beneficiaries: beneficiaries.rows,
  }
}

/** The roles whose members sign payment orders. */
export const SIGNING_ROLES: readonly string[] = ['owner', 'administrator', 'finance']

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

export function limitText({ business_id, mode, version, limit_minor }: LimitRow): string {
  const line = (name: string, value: string | number): string => `${name}: ${JSON.stringify(value)}`
  return [
    'Afara payment limit 1',
    line('mode', mode),
    line('business', business_id),
    line('version', version),
    line('limit_minor', limit_minor),
  ].join('\n')
}

export function totalOf(items: readonly ItemRow[]): bigint {
  return items.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
}
