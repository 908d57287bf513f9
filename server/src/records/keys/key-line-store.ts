import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ApiKey } from './api-key-store.ts'

/** An API key without its secret, which nobody stores. */
export type KeyLine = Omit<ApiKey, 'ipList' | 'requestsPerWindow' | 'issuedUntil' | 'replacedBy'> &
  Readonly<{ linkTag: string; createdAt: Date; lastUsedAt: Date | null }>

export async function readKeyLine(sql: Sql, id: string): Promise<KeyLine | undefined> {
  const { rows } = await sql.query<KeyLine>(
    `select k.id, k.business_id as "businessId", b.link_tag as "linkTag", k.mode, k.label, k.scopes, k.created_at as "createdAt",
       k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
     from api_key k join business b on b.id = k.business_id where k.id = $1`,
    [id],
  )
  return rows[0]
}
