import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Business, startingModes } from './business.ts'

const COLUMNS = 'id, name, link_tag as "linkTag"'

/** False when another business has the link tag. */
export async function insertBusiness(
  sql: Sql,
  business: Business,
  modes: typeof startingModes,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into business (id, name, link_tag) values ($1, $2, $3) on conflict (link_tag) do nothing`,
    [business.id, business.name, business.linkTag],
  )
  if (rowCount === 0) return false
  await sql.query(
    `insert into business_mode (business_id, mode, may_hold_balance, exposure_cap_minor)
     select $1, m.mode, m.may_hold_balance, m.exposure_cap_minor
     from unnest($2::mode[], $3::boolean[], $4::numeric[]) as m (mode, may_hold_balance, exposure_cap_minor)`,
    [
      business.id,
      modes.map(({ mode }) => mode),
      modes.map(({ mayHoldBalance }) => mayHoldBalance),
      modes.map(({ exposureCapMinor }) => exposureCapMinor.toString()),
    ],
  )
  return true
}

export async function findBusinessByLinkTag(sql: Sql, linkTag: string): Promise<Business | undefined> {
  const { rows } = await sql.query<Business>(`select ${COLUMNS} from business where link_tag = $1`, [linkTag])
  return rows[0]
}

/** People name a business by its id (`biz_…`) or by its link tag. */
export async function requireBusiness(sql: Sql, idOrLinkTag: string): Promise<Business> {
  const id = parseId('business', idOrLinkTag)
  const business =
    id === undefined ? await findBusinessByLinkTag(sql, idOrLinkTag) : await findBusinessById(sql, id)
  if (business !== undefined) return business
  throw new Refusal(
    'business_unknown',
    `There is no business "${idOrLinkTag}": give its id (biz_…) or its link tag.`,
  )
}

async function findBusinessById(sql: Sql, id: string): Promise<Business | undefined> {
  const { rows } = await sql.query<Business>(`select ${COLUMNS} from business where id = $1`, [id])
  return rows[0]
}
