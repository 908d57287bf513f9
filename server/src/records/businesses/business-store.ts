import { parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Business, BusinessStatus } from './business.ts'
import { type AgreedTerms, readTerms, type TermsRow } from './business-terms.ts'

const BUSINESS_COLUMNS = 'id, name, link_tag as "linkTag"'

/** Returns false if another business has the link tag. */
export async function insertBusiness(sql: Sql, business: Business): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>('select create_business($1, $2, $3) as done', [
    business.id,
    business.name,
    business.linkTag,
  ])
  return rows[0]?.done === true
}

export async function findBusinessByLinkTag(sql: Sql, linkTag: string): Promise<Business | undefined> {
  const { rows } = await sql.query<Business>(`select ${BUSINESS_COLUMNS} from business where link_tag = $1`, [
    linkTag,
  ])
  return rows[0]
}

/** Finds a business by its id (`biz_…`) or its link tag. */
export async function requireBusiness(sql: Sql, idOrLinkTag: string): Promise<Business> {
  const id = parseId('business', idOrLinkTag)
  const business =
    id === undefined ? await findBusinessByLinkTag(sql, idOrLinkTag) : await findBusinessById(sql, id)
  if (business !== undefined) return business
  throw new Refusal(
    'business_unknown',
    `No business is called "${idOrLinkTag}". Pass its id (biz_…) or its link tag.`,
  )
}

async function findBusinessById(sql: Sql, id: string): Promise<Business | undefined> {
  const { rows } = await sql.query<Business>(`select ${BUSINESS_COLUMNS} from business where id = $1`, [id])
  return rows[0]
}

/** Returns the names by id. Unknown ids are left out. */
export async function selectBusinessNames(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    'select id, name from business where id::text = any ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Locks the terms until the caller's transaction ends. Two changes then run one after the other, and the audit line of each shows the
 * difference to the terms before it.
 */
export async function lockTerms(sql: Sql, businessId: string, mode: Mode): Promise<AgreedTerms | undefined> {
  return selectTerms(sql, businessId, mode, 'for update')
}

/** Returns all terms of a business in one mode. Without a lock, they may have changed when the caller uses them. */
export async function selectTerms(
  sql: Sql,
  businessId: string,
  mode: Mode,
  lock: '' | 'for update' = '',
): Promise<AgreedTerms | undefined> {
  const { rows } = await sql.query<
    TermsRow & { hourMinor: string | null; walletDayMinor: string | null; toleranceMinor: string } & Pick<
        AgreedTerms,
        'mayNumberCustomers'
      >
  >(
    `select may_hold_balance as "mayHoldBalance", fee_flat_minor as "feeFlatMinor", fee_bps as "feeBps",
       fee_cap_minor as "feeCapMinor", default_network as "defaultNetwork",
       default_wallet_address as "defaultWalletAddress", daily_limit_minor as "dailyLimitMinor",
       velocity_hour_minor as "hourMinor", velocity_wallet_day_minor as "walletDayMinor",
       tolerance_minor as "toleranceMinor", may_number_customers as "mayNumberCustomers"
     from business_mode where business_id = $1 and mode = $2 ${lock}`,
    [businessId, mode],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { hourMinor, walletDayMinor } = row
  return {
    ...readTerms(row),
    velocityHourMinor: hourMinor === null ? null : BigInt(hourMinor),
    velocityWalletDayMinor: walletDayMinor === null ? null : BigInt(walletDayMinor),
    toleranceMinor: BigInt(row.toleranceMinor),
    mayNumberCustomers: row.mayNumberCustomers,
  }
}

export async function updateTerms(
  sql: Sql,
  businessId: string,
  mode: Mode,
  terms: AgreedTerms,
): Promise<void> {
  const { mayHoldBalance, feePlan, defaultWallet } = terms
  await sql.query(
    `update business_mode set may_hold_balance = $3, fee_flat_minor = $4, fee_bps = $5, fee_cap_minor = $6,
       default_network = $7, default_wallet_address = $8, daily_limit_minor = $9,
       velocity_hour_minor = $10, velocity_wallet_day_minor = $11, tolerance_minor = $12,
       may_number_customers = $13
     where business_id = $1 and mode = $2`,
    [
      businessId,
      mode,
      mayHoldBalance,
      feePlan.flatMinor,
      feePlan.bps,
      feePlan.capMinor,
      defaultWallet?.network,
      defaultWallet?.address,
      terms.dailyLimitMinor,
      terms.velocityHourMinor,
      terms.velocityWalletDayMinor,
      terms.toleranceMinor,
      terms.mayNumberCustomers,
    ],
  )
}

export type ListedBusiness = Business &
  Readonly<{ live: BusinessStatus; test: BusinessStatus; liveKeys: number; testKeys: number }>

/** Returns all businesses by name, with their status and the number of unrevoked keys in each mode. */
export async function listBusinessStandings(sql: Sql): Promise<readonly ListedBusiness[]> {
  const { rows } = await sql.query<ListedBusiness>(
    `select b.id, b.name, b.link_tag as "linkTag", l.status as live, t.status as test,
       (select count(*)::int from api_key k where k.business_id = b.id and k.mode = 'live' and k.revoked_at is null) as "liveKeys",
       (select count(*)::int from api_key k where k.business_id = b.id and k.mode = 'test' and k.revoked_at is null) as "testKeys"
     from business b join business_mode l on l.business_id = b.id and l.mode = 'live'
     join business_mode t on t.business_id = b.id and t.mode = 'test' order by b.name, b.id`,
  )
  return rows
}

export async function readBusinessStatus(
  sql: Sql,
  of: Readonly<{ businessId: string; mode: Mode }>,
): Promise<BusinessStatus | undefined> {
  const { rows } = await sql.query<{ status: BusinessStatus }>(
    'select status from business_mode where business_id = $1 and mode = $2',
    [of.businessId, of.mode],
  )
  return rows[0]?.status
}

/** Suspends a business in one mode, in one commit with its audit entry. Returns false if it was not active. */
export async function suspendBusiness(
  sql: Sql,
  stop: Readonly<{ businessId: string; mode: Mode; operatorId: string; reason: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>('select suspend_business($1, $2, $3, $4, $5) as done', [
    stop.businessId,
    stop.mode,
    stop.operatorId,
    stop.reason,
    stop.at,
  ])
  return rows[0]?.done === true
}

/** Returns the exposure limit in kobo: the maximum total that a business may have received for payments that can still be recalled. */
export async function readExposureCap(
  sql: Sql,
  of: Readonly<{ businessId: string; mode: Mode }>,
): Promise<bigint> {
  const { rows } = await sql.query<{ cap: string }>(
    'select exposure_cap_minor as cap from business_mode where business_id = $1 and mode = $2',
    [of.businessId, of.mode],
  )
  return BigInt(rows[0]?.cap ?? '0')
}

/** A business, and whether it went live. A suspended business stays live. */
export type OwnBusiness = Business & Readonly<{ isLive: boolean }>

/** Returns the businesses that the connection sees, in the order of their names. */
export async function listBusinesses(sql: Sql): Promise<readonly OwnBusiness[]> {
  const { rows } = await sql.query<OwnBusiness>(
    `select b.id, b.name, b.link_tag as "linkTag", m.status <> 'pending' as "isLive"
     from business b join business_mode m on m.business_id = b.id and m.mode = 'live' order by b.name, b.id`,
  )
  return rows
}
