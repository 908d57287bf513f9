import type { Mode } from '../../kernel/mode.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { Assertion } from '../decisions/sign-decision.ts'
import type { Wallet } from '../transactions/wallets/wallet.ts'
import type { Paying } from './beneficiary-store.ts'
import { formatLines } from './payment-text.ts'

/** A wallet that members withdraw to. */
export type EnrolledWallet = Wallet &
  Readonly<{
    id: string
    label: string
    text: string
    addedBy: string
    addedByName: string
    /** The second member who signed it. */
    approvedByName: string | null
    createdAt: Date
    /** From when on members may withdraw to it. Null: its proposer has not signed it, or it was removed. */
    readyAt: Date | null
    /** Whether that time has come, by the clock of PostgreSQL. */
    isReady: boolean
  }>

/** Returns the text of a wallet, which is exactly what members sign. The signer writes the same text from its own rows. */
export function formatWallet(
  wallet: Wallet & Readonly<{ id: string; businessId: string; mode: Mode; label: string }>,
): string {
  return formatLines('Afara wallet 1', {
    mode: wallet.mode,
    business: wallet.businessId,
    wallet: wallet.id,
    network: wallet.network,
    address: wallet.address,
    label: wallet.label,
  })
}

const WALLETS = `
select w.id, w.network, w.address, w.label, w.text, w.added_by, w.created_at, wallet_ready_at(w.id) as ready_at,
  coalesce(wallet_ready_at(w.id) <= afara_now(), false) as is_ready,
  coalesce(m.name, 'A former member') as added_by_name,
  case when a.wallet_id is not null then coalesce(am.name, 'A former member') end as approved_by_name
from enrolled_wallet w
left join member m on m.id = w.added_by
left join wallet_signature a on a.wallet_id = w.id and a.part = 'approved'
left join member am on am.id = a.member_id
where w.business_id = $1 and w.mode = $2`

/** Returns the wallets in use, the newest first. Runs for one tenant. */
export async function listWallets(sql: Sql, { businessId, mode }: Tenant): Promise<EnrolledWallet[]> {
  const { rows } = await sql.query<SnakeRow<EnrolledWallet>>(
    `${WALLETS} and wallet_ready_at(w.id) is not null order by w.id desc limit 200`,
    [businessId, mode],
  )
  return rows.map((row) => toCamel(row))
}

/** Returns a wallet in use, or one that its proposer has not signed yet. */
export async function findWallet(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
): Promise<EnrolledWallet | undefined> {
  const { rows } = await sql.query<SnakeRow<EnrolledWallet>>(
    `${WALLETS} and w.id = $3 and (wallet_ready_at(w.id) is not null
       or w.added_by = $4 and not exists (select from wallet_end e where e.wallet_id = w.id))`,
    [businessId, mode, id, memberId],
  )
  return rows[0] && toCamel(rows[0])
}

/** Stores a wallet that nobody signed yet. */
export async function insertWallet(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  { id, network, address, label, text }: Wallet & Pick<EnrolledWallet, 'id' | 'label' | 'text'>,
): Promise<void> {
  await sql.query('select propose_wallet($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    businessId,
    mode,
    memberId,
    network,
    address,
    label,
    text,
  ])
}

/** Stores a verified signature, and tells everybody who may pay. */
export async function insertWalletSignature(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
): Promise<void> {
  await sql.query('select sign_wallet($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    businessId,
    mode,
    memberId,
    credentialId,
    authenticatorData,
    clientData,
    signature,
  ])
}

/** Returns false if the business has no such wallet in use. */
export async function markWalletEnded(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  id: string,
): Promise<boolean> {
  const { rows } = await sql.query<{ ended: boolean }>('select end_wallet($1, $2, $3, $4) as ended', [
    id,
    businessId,
    mode,
    memberId,
  ])
  return rows[0]?.ended ?? false
}
