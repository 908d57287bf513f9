import type { Pool } from 'pg'
import {
  type MemberSignature,
  type OfMembers,
  readLimits,
  readSigners,
  type SignerRow,
} from '../../shared/members/member-signatures.ts'

/** A wallet that members enrolled, with their signatures. */
export type StoredWallet = Readonly<{
  id: string
  business_id: string
  mode: string
  network: string
  address: string
  label: string
  is_ended: boolean
  signatures: readonly MemberSignature[]
  signers: readonly SignerRow[]
}>

/** A withdrawal that members ordered, with everything that it is judged by. */
export type StoredWithdrawal = OfMembers &
  Readonly<{
    id: string
    reference: string
    wallet_id: string
    network: string
    address: string
    amount_minor: string
    signatures: readonly MemberSignature[]
    wallet: StoredWallet | undefined
    /** What single members paid to banks in the last 24 hours, as the database says. */
    paid_alone_minor: string
  }>

const DAY_MS = 24 * 3_600_000

const ORDERS = `
select o.id, o.business_id, o.mode, o.reference, o.wallet_id, o.network, o.address, o.amount_minor::text as amount_minor
from withdrawal_order o where o.id = any ($1)`

const SIGNATURES = `
select order_id, member_id, credential_id, authenticator_data, client_data, signature
from withdrawal_signature where order_id = any ($1) order by order_id, part`

/** Payments share the limit. Where the database hides them, each of the two processes still knows its own orders. */
const PAID_ALONE = `
select e.business_id, e.mode, sum(o.total_minor)::text as minor from payment_outcome e join payment_order o on o.id = e.order_id
where e.business_id = any ($1) and e.people = 1 and e.at > $2 group by e.business_id, e.mode`

const WALLETS = `
select w.id, w.business_id, w.mode, w.network, w.address, w.label,
  (select count(*) > 0 from wallet_end e where e.wallet_id = w.id) as is_ended
from enrolled_wallet w where w.id = any ($1)`

const WALLET_SIGNATURES = `
select wallet_id, member_id, credential_id, authenticator_data, client_data, signature
from wallet_signature where wallet_id = any ($1) order by wallet_id, part`

/** Reads the orders by their ids. */
export async function readWithdrawals(
  pool: Pool,
  ids: readonly string[],
  atMs: number,
): Promise<readonly StoredWithdrawal[]> {
  if (ids.length === 0) return []
  const { rows: orders } = await pool.query<
    Omit<StoredWithdrawal, 'signatures' | 'wallet' | 'limit' | 'signers' | 'paid_alone_minor'>
  >({ name: 'withdrawal-orders', text: ORDERS, values: [ids] })
  const { rows: signatures } = await pool.query<MemberSignature & { order_id: string }>({
    name: 'withdrawal-signatures',
    text: SIGNATURES,
    values: [ids],
  })
  const businesses = orders.map(({ business_id }) => business_id)
  const limits = await readLimits(pool, businesses)
  const signers = await readSigners(pool, [...signatures, ...limits])
  const { rows: alone } = await pool.query<Readonly<{ business_id: string; mode: string; minor: string }>>({
    name: 'paid-alone',
    text: PAID_ALONE,
    values: [businesses, new Date(atMs - DAY_MS)],
  })
  const wallets = await readWallets(
    pool,
    orders.map(({ wallet_id }) => wallet_id),
  )
  return orders.map((order) => {
    const isOf = (one: Readonly<{ business_id: string; mode: string }>): boolean =>
      one.business_id === order.business_id && one.mode === order.mode
    return {
      ...order,
      signatures: signatures.filter(({ order_id }) => order_id === order.id),
      wallet: wallets.find(({ id }) => id === order.wallet_id),
      limit: limits.find(isOf),
      signers: signers.filter(({ business_id }) => business_id === order.business_id),
      paid_alone_minor: alone.find(isOf)?.minor ?? '0',
    }
  })
}

export async function readWallets(pool: Pool, ids: readonly string[]): Promise<readonly StoredWallet[]> {
  if (ids.length === 0) return []
  const { rows: wallets } = await pool.query<Omit<StoredWallet, 'signatures' | 'signers'>>({
    name: 'enrolled-wallets',
    text: WALLETS,
    values: [ids],
  })
  const { rows: signatures } = await pool.query<MemberSignature & { wallet_id: string }>({
    name: 'wallet-signatures',
    text: WALLET_SIGNATURES,
    values: [ids],
  })
  const signers = await readSigners(pool, signatures)
  return wallets.map((wallet) => ({
    ...wallet,
    signatures: signatures.filter(({ wallet_id }) => wallet_id === wallet.id),
    signers: signers.filter(({ business_id }) => business_id === wallet.business_id),
  }))
}

/** Reads the wallets that a business stored with one of these addresses, signed or not. */
export async function readWalletsAt(
  pool: Pool,
  businesses: readonly string[],
  addresses: readonly string[],
): Promise<readonly StoredWallet[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'wallets-at',
    text: 'select w.id from enrolled_wallet w where w.business_id = any ($1) and w.address = any ($2)',
    values: [businesses, addresses],
  })
  return readWallets(
    pool,
    rows.map(({ id }) => id),
  )
}

/** Reads which wallets were signed or removed since a time. */
export async function readChangedWallets(pool: Pool, since: Date): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'changed-wallets',
    text: `select s.wallet_id as id from wallet_signature s where s.at > $1
      union select e.wallet_id from wallet_end e where e.at > $1`,
    values: [since],
  })
  return rows.map(({ id }) => id)
}

/** Returns the text of a wallet, made from its row. It must be the text that the server shows (`formatWallet`). */
export function walletText({ id, business_id, mode, network, address, label }: StoredWallet): string {
  return [
    'Afara wallet 1',
    line('mode', mode),
    line('business', business_id),
    line('wallet', id),
    line('network', network),
    line('address', address),
    line('label', label),
  ].join('\n')
}

/**
 * Returns the text that members signed, made from the rows. It must be the text that the server shows them (`formatWithdrawal`): a row that
 * was changed since gives another text, and the signatures are not of that text.
 */
export function withdrawalText(order: Omit<StoredWithdrawal, 'wallet' | 'limit' | 'signers'>): string {
  return [
    'Afara withdrawal 1',
    line('mode', order.mode),
    line('business', order.business_id),
    line('order', order.id),
    line('reference', order.reference),
    line('wallet', order.wallet_id),
    line('network', order.network),
    line('address', order.address),
    line('amount_minor', order.amount_minor),
  ].join('\n')
}

function line(name: string, value: string): string {
  return `${name}: ${JSON.stringify(value)}`
}
