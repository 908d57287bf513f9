import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { BusinessStatus } from '../../records/businesses/business.ts'

/** A business as a row of the list, in one mode. */
export type BusinessRow = Readonly<{
  id: string
  name: string
  linkTag: string
  status: BusinessStatus
  tier: number | null
  isFrozen: boolean
  /** Its fees cost us more than they brought in seven days. */
  isLosing: boolean
  /** When it submitted the go-live file that nobody has decided; null: nothing waits. */
  waitsSince: Date | null
  exposureMinor: bigint
  exposureCapMinor: bigint
  balanceMinor: bigint
  openCases: number
  /** Its newest transaction. */
  lastAt: Date | null
}>

type Row = Omit<BusinessRow, 'exposureMinor' | 'exposureCapMinor' | 'balanceMinor'> &
  Readonly<{ exposureMinor: string; exposureCapMinor: string; balanceMinor: string }>

/** Returns the businesses of a mode, those that used it last first. `who` is part of a name or of a link tag. */
export async function selectBusinessRows(
  sql: Sql,
  filter: Readonly<{ mode: Mode; who?: string | undefined; status?: string | undefined }>,
  { most, at }: Readonly<{ most: number; at: Date }>,
): Promise<readonly BusinessRow[]> {
  const { rows } = await sql.query<Row>(
    `select id, name, link_tag as "linkTag", status, tier, is_frozen as "isFrozen", is_losing as "isLosing", waits_since as "waitsSince",
       exposure_minor::text as "exposureMinor", exposure_cap_minor::text as "exposureCapMinor", balance_minor::text as "balanceMinor",
       open_cases as "openCases", last_at as "lastAt"
     from console_businesses($1, $2, $3, $4, $5)`,
    [filter.mode, filter.who, filter.status, most, at],
  )
  return rows.map((row) => ({
    ...row,
    exposureMinor: BigInt(row.exposureMinor),
    exposureCapMinor: BigInt(row.exposureCapMinor),
    balanceMinor: BigInt(row.balanceMinor),
  }))
}

/** What a business used of its limits, holds with us and owes us. All amounts are kobo. */
export type BusinessUse = Readonly<
  Record<
    'exposure' | 'day' | 'hour' | 'balance' | 'heldNaira' | 'heldTokens' | 'owesNaira' | 'owesTokens',
    bigint
  >
>

export async function readBusinessUse(
  sql: Sql,
  { businessId, mode, at }: Readonly<{ businessId: string; mode: Mode; at: Date }>,
): Promise<BusinessUse> {
  const { rows } = await sql.query<Record<keyof BusinessUse, string>>(
    `select exposure_minor::text as exposure, day_minor::text as day, hour_minor::text as hour, balance_minor::text as balance,
       held_naira::text as "heldNaira", held_tokens::text as "heldTokens", owes_naira::text as "owesNaira", owes_tokens::text as "owesTokens"
     from console_business_use($1, $2, $3)`,
    [businessId, mode, at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('console_business_use returned nothing')
  return {
    exposure: BigInt(row.exposure),
    day: BigInt(row.day),
    hour: BigInt(row.hour),
    balance: BigInt(row.balance),
    heldNaira: BigInt(row.heldNaira),
    heldTokens: BigInt(row.heldTokens),
    owesNaira: BigInt(row.owesNaira),
    owesTokens: BigInt(row.owesTokens),
  }
}

export async function selectNewestOf(
  sql: Sql,
  of: Readonly<{ businessId: string; mode: Mode }>,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select console_newest_of as id from console_newest_of($1, $2, $3)',
    [of.businessId, of.mode, most],
  )
  return rows.map(({ id }) => id)
}

/** The decision of two operators that let a business go live. */
export type GoLiveDecision = Readonly<{
  caseId: string
  at: Date
  proposedBy: string | null
  approvedBy: string | null
  fileVersion: number
}>

/** Returns the newest one, or undefined if the business never went live by a decision. */
export async function findGoLiveDecision(sql: Sql, businessId: string): Promise<GoLiveDecision | undefined> {
  const { rows } = await sql.query<GoLiveDecision>(
    `select c.id as "caseId", c.resolved_at as at, p.name as "proposedBy", a.name as "approvedBy",
       (c.resolution ->> 'file_version')::integer as "fileVersion"
     from case_file c left join operator p on p.id = c.proposed_by left join operator a on a.id = c.approved_by
     where c.business_id = $1 and c.mode = 'live' and c.state = 'resolved' and c.ended = 'approved'
       and c.resolution ->> 'action' = 'go_live'
     order by c.resolved_at desc limit 1`,
    [businessId],
  )
  return rows[0]
}
