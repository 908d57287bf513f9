import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import type { BusinessStatus } from '../businesses/business.ts'
import { type BusinessTerms, readTerms, type TermsRow } from '../businesses/business-terms.ts'
import type { MemberRole } from './role-actions.ts'
import type { TenantToken } from './tenant-token.ts'

/** How the person of a token stands now: their session, their role in the business, and the business itself. */
export type TokenHolder = Readonly<{
  /** Null if the person has no role in the business any more. */
  role: MemberRole | null
  isDisabled: boolean
  sessionRevokedAt: Date | null
  sessionEndsAt: Date
  linkTag: string
  businessStatus: BusinessStatus
  terms: BusinessTerms
}>

/** Returns undefined if no such session of this person, or no such business exists. */
export async function findTokenHolder(
  sql: Sql,
  { sessionId, memberId, businessId, mode }: TenantToken,
): Promise<TokenHolder | undefined> {
  const { rows } = await sql.query<Omit<TokenHolder, 'terms'> & TermsRow>(
    `select role, is_disabled as "isDisabled", session_revoked_at as "sessionRevokedAt", session_ends_at as "sessionEndsAt",
       link_tag as "linkTag", business_status as "businessStatus", may_hold_balance as "mayHoldBalance",
       fee_flat_minor as "feeFlatMinor", fee_bps as "feeBps", fee_cap_minor as "feeCapMinor",
       default_network as "defaultNetwork", default_wallet_address as "defaultWalletAddress",
       daily_limit_minor as "dailyLimitMinor"
     from find_token_holder($1, $2, $3, $4)`,
    [sessionId, memberId, businessId, mode],
  )
  const row = rows[0]
  return row && { ...row, terms: readTerms(row) }
}

/** Writes into the audit what a person asks the API to change, before it changes. */
export async function noteRequest(
  sql: Sql,
  {
    memberId,
    tenant,
    requestId,
    what,
  }: Readonly<{ memberId: string; tenant: Tenant; requestId: string; what: string }>,
): Promise<void> {
  await sql.query(`select note_member_request($1, $2, $3, $4, $5)`, [
    memberId,
    tenant.businessId,
    tenant.mode,
    what,
    requestId,
  ])
}
