import { newId } from '../../kernel/ids/ids.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import { sealBytes, unsealBytes } from '../../kernel/seal-bytes.ts'

/** A request that holds its Idempotency-Key until it is answered. */
export type ClaimedKey = Readonly<{ tenant: Tenant; key: string; claim: string }>

type ClaimAnswer =
  | Readonly<{ outcome: 'claimed'; claimed: ClaimedKey }>
  /** An earlier request had this reply. */
  | Readonly<{ outcome: 'kept'; status: number; body: string }>
  /** `other`: the key belongs to another request. `busy`: the first request is not answered yet. */
  | Readonly<{ outcome: 'other' | 'busy' }>

type ClaimRow = { outcome: ClaimAnswer['outcome']; claim: string; status: number; sealed: Buffer }

/** Claims a key. `request` is the digest of everything that makes two requests the same. */
export async function claimKey(
  sql: Sql,
  secretsKey: Buffer,
  wanted: Readonly<{ tenant: Tenant; key: string; request: Buffer; at: Date }>,
): Promise<ClaimAnswer> {
  const { tenant, key, request, at } = wanted
  const claim = newId()
  const { rows } = await sql.query<ClaimRow>({
    name: 'claim_reply',
    text: 'select outcome, claim, status, sealed from claim_reply($1, $2, $3, $4, $5, $6)',
    values: [tenant.businessId, tenant.mode, key, request, claim, at],
  })
  const [row] = rows
  // The first request was refused and gave the key back between the two statements.
  if (row === undefined) return { outcome: 'busy' }
  if (row.outcome === 'claimed') return { outcome: 'claimed', claimed: { tenant, key, claim } }
  if (row.outcome !== 'kept') return { outcome: row.outcome }
  return {
    outcome: 'kept',
    status: row.status,
    body: unsealBytes(secretsKey, row.claim, row.sealed).toString('utf8'),
  }
}

/** Stores the reply, encrypted. In the transaction of the request's own changes, both are committed or neither is. */
export async function keepReply(
  sql: Sql,
  secretsKey: Buffer,
  { tenant, key, claim }: ClaimedKey,
  reply: Readonly<{ status: number; body: string }>,
): Promise<void> {
  const sealed = sealBytes(secretsKey, claim, Buffer.from(reply.body, 'utf8'))
  await sql.query('select keep_reply($1, $2, $3, $4, $5, $6)', [
    tenant.businessId,
    tenant.mode,
    claim,
    key,
    reply.status,
    sealed,
  ])
}

/** Gives the key back after a refusal. */
export async function releaseKey(sql: Sql, { tenant, key, claim }: ClaimedKey): Promise<void> {
  await sql.query('select release_reply($1, $2, $3, $4)', [tenant.businessId, tenant.mode, claim, key])
}
