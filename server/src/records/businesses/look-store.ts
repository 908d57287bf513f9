import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** How the pay page of a business looks. Null: as ours. */
export type Look = Readonly<{ colour: string | null; logo: Buffer | null }>

const OURS: Look = { colour: null, logo: null }

export async function readLook(sql: Sql, businessId: string): Promise<Look> {
  const { rows } = await sql.query<Look>('select colour, logo from business_look where business_id = $1', [
    businessId,
  ])
  return rows[0] ?? OURS
}

/** Returns how the page of a pay link looks. */
export async function readLookOfPage(sql: Sql, token: string): Promise<Look> {
  const { rows } = await sql.query<Look>('select colour, logo from look_of_pay_page($1)', [token])
  return rows[0] ?? OURS
}

/** Changes the fields that are not undefined. PostgreSQL refuses a person whose role does not allow it (AF499). */
export async function updateLook(
  sql: Sql,
  by: Readonly<{ memberId: string; businessId: string }>,
  { colour, logo }: Readonly<{ [Field in keyof Look]: Look[Field] | undefined }>,
  at: Date,
): Promise<void> {
  const keeps = Object.entries({ colour, logo }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
  await sql.query('select set_look($1, $2, $3, $4, $5, $6)', [
    by.businessId,
    by.memberId,
    colour ?? null,
    logo ?? null,
    keeps,
    at,
  ])
}

/** Sets the default wallet of test mode, as a member confirmed. */
export async function updateTestWallet(
  sql: Sql,
  made: Readonly<{ id: string; businessId: string; by: string; at: Date }>,
  wallet: Readonly<{ network: string; address: string }> | null,
): Promise<void> {
  await sql.query('select set_test_wallet($1, $2, $3, $4, $5, $6)', [
    made.id,
    made.businessId,
    made.by,
    wallet?.network ?? null,
    wallet?.address ?? null,
    made.at,
  ])
}

/** Sets by how much a payment may differ from the requested amount. */
export async function updateTolerance(
  sql: Sql,
  made: Readonly<{ id: string; businessId: string; by: string; at: Date }>,
  mode: Mode,
  tolerance: Money,
): Promise<void> {
  await sql.query('select set_tolerance($1, $2, $3, $4, $5, $6)', [
    made.id,
    made.businessId,
    made.by,
    mode,
    tolerance.minor.toString(),
    made.at,
  ])
}
